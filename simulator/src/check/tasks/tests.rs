use super::*;
use crate::check::{Access, Order};

pub(super) fn write(all: &mut Races, core: u32) -> bool {
    let access = Access {
        by: Point {
            core,
            ..Point::default()
        },
        place: (0, 64),
        address: 64,
        bytes: 4,
        writes: true,
        is_lenient: false,
        may_meet_saved: false,
    };
    all.access(&access, Order::default()).is_some()
}

pub(super) fn make(all: &mut Races, depends: &[(u32, Dependence)]) -> u32 {
    let new = NewTask {
        function: 8,
        is_deferred: true,
        depends: depends.to_vec(),
        ..NewTask::default()
    };
    let task = all.make_task(0, new);
    all.has_made_task(0, task, None);
    task
}

/// Runs, on a core, a task that writes. Returns whether the write is a race.
pub(super) fn run(all: &mut Races, core: u32, task: u32) -> bool {
    all.begin_task(core, 0, 8, task);
    let races = write(all, core);
    all.end_task(core);
    races
}

#[test]
fn tasks_of_a_core_are_not_ordered() {
    for (core, other) in [(0, 0), (0, 1), (1, 1)] {
        let mut all = Races::new(2);
        let (first, second) = (make(&mut all, &[]), make(&mut all, &[]));
        assert!(!run(&mut all, core, first));
        assert!(run(&mut all, other, second));
    }
}

#[test]
fn a_task_follows_what_its_creator_has_done_before() {
    let mut all = Races::new(2);
    let early = make(&mut all, &[]);
    assert!(!write(&mut all, 0));
    let late = make(&mut all, &[]);
    assert!(!run(&mut all, 1, late));
    assert!(run(&mut all, 1, early));
}

#[test]
fn waiting_orders() {
    let waits: [fn(&mut Races); 4] = [
        |all| all.wait_for_children(0),
        |all| all.end_group(0),
        |all| all.wait_for_all(0, 0),
        |_| {},
    ];
    for (number, wait) in waits.into_iter().enumerate() {
        let mut all = Races::new(2);
        all.begin_group(0);
        let task = make(&mut all, &[]);
        assert!(!run(&mut all, 1, task));
        wait(&mut all);
        assert_eq!(write(&mut all, 0), number == 3);
    }
}

#[test]
fn dependences_order_what_they_must() {
    use Dependence::{In, InOutSet, MutexInOutSet, Out};
    for (first, second, races) in [
        (Out, Out, false),
        (Out, In, false),
        (In, Out, false),
        (In, In, true),
        (MutexInOutSet, MutexInOutSet, false),
        (InOutSet, InOutSet, true),
        (InOutSet, In, false),
    ] {
        let mut all = Races::new(2);
        let [one, other] = [first, second].map(|kind| make(&mut all, &[(4, kind)]));
        assert!(!run(&mut all, 0, one));
        assert_eq!(run(&mut all, 1, other), races, "{first:?} {second:?}");
    }
}

#[test]
fn a_strand_is_used_again() {
    let mut all = Races::new(1);
    for _ in 0..3 * MOST_STRANDS {
        let task = make(&mut all, &[]);
        assert!(!run(&mut all, 0, task));
        all.wait_for_children(0);
    }
    assert_eq!(all.tasks.ended_at.len(), 1);
}
