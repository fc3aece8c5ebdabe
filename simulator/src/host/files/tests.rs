use super::*;

const CREATE_WRITE: u32 = flags::CREATE | flags::READ_WRITE;

#[test]
fn nothing_outside_the_directory_can_be_reached() {
    let top = tempfile::tempdir().unwrap();
    let inside = top.path().join("inside");
    std::fs::create_dir(&inside).unwrap();
    std::fs::write(top.path().join("secret"), "x").unwrap();
    std::os::unix::fs::symlink("../secret", inside.join("link")).unwrap();
    std::os::unix::fs::symlink(top.path(), inside.join("up")).unwrap();
    let mut files = Files::new(&inside).unwrap();
    let absolute = top.path().join("secret");
    for path in ["../secret", "link", "up/secret", absolute.to_str().unwrap()] {
        assert!(files.open(0, path, 0, 0o666) < 0, "{path} can be read");
        assert!(
            files.open(0, path, CREATE_WRITE, 0o666) < 0,
            "{path} can be written"
        );
        assert!(
            files.unlink(0, path) < 0 || path == "link",
            "{path} can be removed"
        );
        assert!(files.rename(0, path, "mine") < 0, "{path} can be taken");
    }
    assert_eq!(std::fs::read(top.path().join("secret")).unwrap(), b"x");
}

#[test]
fn an_absolute_path_below_the_directory_leads_there() {
    let top = tempfile::tempdir().unwrap();
    let inside = top.path().join("inside");
    std::fs::create_dir(&inside).unwrap();
    std::fs::write(inside.join("mine"), "x").unwrap();
    let secret = top.path().join("secret");
    std::fs::write(&secret, "x").unwrap();
    let mut files = Files::new(&top.path().join("./inside/.")).unwrap();
    let named = |name: &str| inside.join(name).to_str().unwrap().to_string();
    assert!(files.open(0, &named("mine"), 0, 0o666) >= FIRST);
    assert!(files.rename(0, &named("mine"), &named("other")) >= 0);
    assert!(files.open(0, &named("new"), CREATE_WRITE, 0o666) >= FIRST);
    assert!(files.unlink(0, &named("other")) >= 0);
    assert!(files.open(0, &named("../secret"), 0, 0o666) < 0);
    assert!(files.unlink(0, &named("../secret")) < 0);
    assert!(inside.join("new").exists() && secret.exists());
}

/// The number of a file, and its kind.
fn number(files: &mut Files, path: &str) -> (u8, u8) {
    let mut status = [0; STATUS_BYTES];
    let answer = files.status_at(0, path, false, &mut status);
    assert_eq!(answer, STATUS_BYTES as i32, "{path}");
    (status[8], status[0])
}

#[test]
fn files_are_numbered_as_they_are_asked_for() {
    let top = tempfile::tempdir().unwrap();
    let named = |name: &str| top.path().join(name);
    for name in ["a", "b", "d"] {
        std::fs::write(named(name), "x").unwrap();
    }
    std::fs::hard_link(named("a"), named("c")).unwrap();
    let mut files = Files::new(top.path()).unwrap();
    assert_eq!(number(&mut files, "b"), (1, 1));
    assert_eq!(number(&mut files, "a"), (2, 1));
    assert_eq!(number(&mut files, "."), (3, 2));
    for same in ["./a", "c", named("a").to_str().unwrap()] {
        assert_eq!(number(&mut files, same), (2, 1));
    }
    let open = files.open(0, "c", 0, 0o666);
    let mut status = [0; STATUS_BYTES];
    assert!(files.status(0, open, &mut status) > 0 && status[8] == 2);
    assert_eq!(number(&mut files, "d"), (4, 1));
    assert_eq!(files.rename(0, "d", "d"), 0);
    assert_eq!(files.rename(0, "d", "e"), 0);
    assert_eq!(number(&mut files, "e"), (4, 1));
    assert_eq!(number(&mut files, "/dev/null"), (3, 0));
    assert_eq!(number(&mut files, "/dev/urandom"), (5, 0));
    assert!(files.status(0, 1, &mut status) > 0 && status[8] == 1);
}

/// This machine may give a new file the inode of a deleted one.
#[test]
fn a_new_file_has_a_new_number() {
    let top = tempfile::tempdir().unwrap();
    let mut files = Files::new(top.path()).unwrap();
    std::fs::write(top.path().join("kept"), "x").unwrap();
    for turn in 1..8 {
        let open = files.open(0, "a", CREATE_WRITE, 0o666);
        assert_eq!(number(&mut files, "a"), (turn, 1));
        if turn % 2 == 0 {
            files.close(0, open);
        }
        assert_eq!(files.unlink(0, "a"), 0);
        if turn % 2 != 0 {
            let mut status = [0; STATUS_BYTES];
            files.status(0, open, &mut status);
            assert_eq!(status[8], turn);
            files.close(0, open);
        }
    }
    assert_eq!(files.open(0, "a", CREATE_WRITE, 0o666), FIRST);
    assert_eq!(number(&mut files, "a"), (8, 1));
    files.close_all(0);
    assert_eq!(files.rename(0, "kept", "a"), 0);
    assert!(files.numbers.of.is_empty());
}

#[test]
fn what_must_be_a_folder() {
    let top = tempfile::tempdir().unwrap();
    std::fs::write(top.path().join("a"), "x").unwrap();
    let mut files = Files::new(top.path()).unwrap();
    assert_eq!(files.rename(0, "a", "b/"), -errno::ENOTDIR);
    assert_eq!(files.rename(0, "a/", "b"), -errno::ENOTDIR);
    assert_eq!(files.rename(0, "a", "."), -errno::EBUSY);
    let how = flags::DIRECTORY | flags::TRUNCATE | flags::READ_WRITE;
    assert_eq!(files.open(0, "a", how, 0o666), -errno::ENOTDIR);
    assert_eq!(std::fs::read(top.path().join("a")).unwrap(), b"x");
}

#[test]
fn a_file_to_read_only_is_created_too() {
    let top = tempfile::tempdir().unwrap();
    let mut files = Files::new(top.path()).unwrap();
    let exclusive = flags::CREATE | flags::EXCLUSIVE;
    let file = files.open(0, "a", exclusive, 0o600);
    assert!(file >= FIRST && files.write(0, file, b"x") == -errno::EBADF);
    assert_eq!(files.open(0, "a", exclusive, 0o600), -errno::EEXIST);
    assert!(files.open(0, "a", flags::CREATE, 0o600) > file);
    assert_eq!(files.open(0, ".", flags::CREATE, 0o600), -errno::EISDIR);
    std::os::unix::fs::symlink("a", top.path().join("link")).unwrap();
    std::os::unix::fs::symlink("new", top.path().join("dangling")).unwrap();
    assert_eq!(files.open(0, "link", flags::NO_FOLLOW, 0), -errno::ELOOP);
    assert_eq!(files.open(0, "dangling", exclusive, 0), -errno::EEXIST);
    assert!(files.open(0, "dangling", flags::CREATE, 0o600) > file);
    assert!(top.path().join("new").exists());
}

#[test]
fn a_pipe_cannot_be_opened() {
    let top = tempfile::tempdir().unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(top.path().join("pipe"))
        .status();
    assert!(made.is_ok_and(|status| status.success()));
    let mut files = Files::new(top.path()).unwrap();
    assert_eq!(files.open(0, "pipe", 0, 0o666), -errno::EACCES);
}

#[test]
fn write_seek_read() {
    let top = tempfile::tempdir().unwrap();
    let mut files = Files::new(top.path()).unwrap();
    let number = files.open(4, "a", CREATE_WRITE, 0o666);
    assert_eq!(number, FIRST);
    assert_eq!(files.write(4, number, b"hello"), 5);
    assert_eq!(files.seek(4, number, 1, 0), 1);
    let mut buffer = [0; 8];
    assert_eq!(files.read(4, number, &mut buffer), 4);
    assert_eq!(&buffer[..4], b"ello");
    assert_eq!(
        files.read(3, number, &mut buffer),
        -errno::EBADF,
        "another process' file"
    );
    assert_eq!(files.close(4, number), 0);
    assert_eq!(files.close(4, number), -errno::EBADF);
}

#[test]
fn copies_share_a_position_and_replace_standard_streams() {
    let top = tempfile::tempdir().unwrap();
    let mut files = Files::new(top.path()).unwrap();
    let number = files.open(0, "a", CREATE_WRITE, 0o666);
    assert_eq!(files.copy(0, 1, 0, false), FIRST + 1);
    assert_eq!(standard(files.write(0, FIRST + 1, b"x")), Some(1));
    assert_eq!(files.copy(0, number, 1, true), 1);
    assert_eq!(files.write(0, 1, b"ab"), 2);
    assert_eq!(files.seek(0, number, 0, 1), 2);
    assert_eq!(files.close(0, number), 0);
    assert_eq!(files.write(0, 1, b"c"), 1);
    assert_eq!(files.copy(0, FIRST + 1, 1, true), 1);
    assert_eq!(standard(files.write(0, 1, b"y")), Some(1));
    assert_eq!(files.copy(0, number, 9, true), -errno::EBADF);
    assert_eq!(std::fs::read(top.path().join("a")).unwrap(), b"abc");
}

#[test]
fn devices_are_there_in_every_directory() {
    let top = tempfile::tempdir().unwrap();
    let mut files = Files::new(top.path()).unwrap();
    let mut buffer = [7; 64];
    let null = files.open(0, "/dev/null", flags::READ_WRITE, 0o666);
    assert_eq!(files.write(0, null, b"text"), 4);
    assert_eq!(files.read(0, null, &mut buffer), 0);
    let zero = files.open(0, "/dev/zero", 0, 0o666);
    assert_eq!(files.read(0, zero, &mut buffer), 64);
    assert_eq!(buffer, [0; 64]);
    let mut read = |process| {
        let number = files.open(process, "/dev/urandom", 0, 0o666);
        assert_eq!(files.read(process, number, &mut buffer), 64);
        buffer
    };
    let (first, second, other) = (read(0), read(0), read(1));
    assert!(first != second && first != other && second != other);
}
