use super::*;
use std::os::unix::fs::MetadataExt;

/// The names in a folder, as programs see them.
fn listed(files: &mut Files, number: i32) -> Vec<String> {
    let mut names = Vec::new();
    let mut entry = [0; ENTRY_BYTES];
    loop {
        match files.entry(0, number, &mut entry) {
            0 => return names,
            bytes => {
                let name = entry[8..bytes as usize - 1].to_vec();
                names.push(String::from_utf8(name).unwrap());
            }
        }
    }
}

#[test]
fn entries_are_sorted_and_read_again_from_the_first() {
    let top = tempfile::tempdir().unwrap();
    for name in ["b", "c", "a", ".d"] {
        std::fs::write(top.path().join(name), "x").unwrap();
    }
    let mut files = Files::new(top.path()).unwrap();
    let number = files.open(0, ".", 0, 0);
    assert_eq!(listed(&mut files, number), [".", "..", ".d", "a", "b", "c"]);
    std::fs::remove_file(top.path().join("b")).unwrap();
    assert_eq!(files.seek(0, number, 3, 0), 3);
    assert_eq!(listed(&mut files, number), ["a", "b", "c"]);
    assert_eq!(files.seek(0, number, 0, 0), 0);
    assert_eq!(listed(&mut files, number), [".", "..", ".d", "a", "c"]);
    assert_eq!(files.read(0, number, &mut [0]), -errno::EISDIR);
    assert_eq!(files.close(0, number), 0);
    assert_eq!(files.entry(0, number, &mut [0; ENTRY_BYTES]), -errno::EBADF);
}

#[test]
fn copies_of_a_folder_share_its_position_and_its_new_name() {
    let top = tempfile::tempdir().unwrap();
    std::fs::create_dir(top.path().join("old")).unwrap();
    for name in ["old/a", "old/b"] {
        std::fs::write(top.path().join(name), "x").unwrap();
    }
    let mut files = Files::new(top.path()).unwrap();
    let number = files.open(0, "old", 0, 0);
    let copy = files.copy(0, number, 0, false);
    assert_eq!(files.change_folder(1, "old"), 0);
    std::fs::rename(top.path().join("old"), top.path().join("new")).unwrap();
    assert_eq!(files.seek(0, number, 3, 0), 3);
    assert_eq!(listed(&mut files, copy), ["b"]);
    assert_eq!(files.seek(0, copy, 0, 0), 0);
    assert_eq!(listed(&mut files, number), [".", "..", "a", "b"]);
    let inside = format!("/proc/self/fd/{number}/a");
    assert_eq!(files.rename(0, &inside, "new/c"), 0);
    assert_eq!(files.unlink(1, "c"), 0);
    std::fs::rename(top.path().join("new/b"), top.path().join("b")).unwrap();
    std::fs::remove_dir(top.path().join("new")).unwrap();
    std::fs::create_dir(top.path().join("new")).unwrap();
    assert_eq!(files.open(1, "b", 0, 0), -errno::ENOENT);
    assert_eq!(files.make_folder(0, &inside, 0o777), -errno::ENOENT);
}

/// Opening a pipe would wait for its other end.
#[test]
fn times_and_permissions_are_set_without_opening() {
    let top = tempfile::tempdir().unwrap();
    let pipe = top.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    std::os::unix::fs::symlink("pipe", top.path().join("link")).unwrap();
    let files = Files::new(top.path()).unwrap();
    let words = [7, 0, -9i32 as u32, u32::MAX, 1, 2];
    for path in ["pipe", "link"] {
        assert_eq!(files.set_mode_at(0, path, 0o604), 0);
        assert_eq!(files.set_times_at(0, path, false, words), 0);
    }
    let about = std::fs::metadata(&pipe).unwrap();
    assert_eq!(about.mode() & 0o7777, 0o604);
    assert_eq!((about.atime(), about.atime_nsec()), (7, 1));
    assert_eq!((about.mtime(), about.mtime_nsec()), (-9, 2));
    let above = top.path().parent().unwrap().to_str().unwrap();
    for outside in ["..", "../x", "/etc", above] {
        assert!(files.set_mode_at(0, outside, 0o777) < 0, "{outside}");
        assert!(
            files.set_times_at(0, outside, false, words) < 0,
            "{outside}"
        );
    }
}

#[test]
fn links_with_absolute_targets_lead_no_further_than_the_directory() {
    let top = tempfile::tempdir().unwrap();
    let inside = top.path().join("inside");
    std::fs::create_dir_all(inside.join("a")).unwrap();
    std::fs::write(top.path().join("secret"), "x").unwrap();
    std::fs::write(inside.join("a/b"), "x").unwrap();
    let mut files = Files::new(&inside).unwrap();
    let absolute = |path: &str| inside.join(path).to_str().unwrap().to_string();
    for (target, link) in [
        (absolute("a"), "whole"),
        (absolute("whole/b"), "twice"),
        (absolute("../secret"), "out"),
        (absolute("a/../../secret"), "far"),
        (absolute("over/x"), "over"),
        ("/".to_string(), "top"),
    ] {
        assert_eq!(files.symbolic_link(0, &target, link), 0);
    }
    for path in ["whole/b", "twice", "a/../whole/./b"] {
        assert!(files.open(0, path, 0, 0) > 0, "{path}");
    }
    let secret = format!("top{}/secret", top.path().to_str().unwrap());
    for path in ["out", "far", "over", "top", &secret, "whole/../../secret"] {
        assert!(files.open(0, path, 0, 0) < 0, "{path}");
        assert!(files.set_mode_at(0, path, 0o777) < 0, "{path}");
    }
    assert_eq!(files.unlink(0, "whole/b"), 0);
    assert!(!inside.join("a/b").exists());
}

#[test]
fn each_process_has_a_working_directory_inside() {
    let top = tempfile::tempdir().unwrap();
    let inside = top.path().join("inside");
    std::fs::create_dir_all(inside.join("a/b")).unwrap();
    std::os::unix::fs::symlink(top.path(), inside.join("up")).unwrap();
    let mut files = Files::new(&inside).unwrap();
    let here = |files: &Files, process, path: &str| {
        let mut text = [0; 1024];
        let bytes = files.real_path(process, path, &mut text);
        assert!(bytes > 0, "{path}: {bytes}");
        String::from_utf8(text[..bytes as usize].to_vec()).unwrap()
    };
    let real = inside.canonicalize().unwrap();
    let real = real.to_str().unwrap();
    assert_eq!(files.change_folder(0, "a/b"), 0);
    assert_eq!(here(&files, 0, "."), format!("{real}/a/b"));
    assert_eq!(here(&files, 0, "../.."), real);
    assert_eq!(here(&files, 1, "."), real);
    assert_eq!(files.real_path(0, ".", &mut [0; 8]), -errno::ERANGE);
    for path in ["../../..", "../../up", "/", top.path().to_str().unwrap()] {
        assert!(files.change_folder(0, path) < 0, "{path}");
    }
    for path in ["../../../x", "../../up/x"] {
        assert!(files.make_folder(0, path, 0o777) < 0, "{path}");
        assert!(files.link(0, path, "x") < 0 && files.link(0, "x", path) < 0);
        assert!(files.symbolic_link(0, "x", path) < 0, "{path}");
    }
    assert!(files.remove_folder(0, "../../up/inside/a/b") < 0);
    assert!(!top.path().join("x").exists());
    for same in ["/a", "//a/./", "/a/b/.."] {
        assert_eq!(
            here(&files, 1, &format!("/{real}{same}")),
            format!("{real}/a")
        );
    }
    files.start_in(&inside.join("a")).unwrap();
    assert_eq!(here(&files, 1, "b"), format!("{real}/a/b"));
    assert_eq!(here(&files, 0, "."), format!("{real}/a/b"));
    files.start_in(top.path()).unwrap();
    assert_eq!(here(&files, 1, "."), format!("{real}/a"));
    // Programs go through an absolute path part by part.
    assert_eq!(files.make_folder(0, "/", 0o777), -errno::EEXIST);
    std::fs::write(inside.join("file"), "x").unwrap();
    assert_eq!(
        files.rename(0, &format!("{real}/file/"), "y"),
        -errno::ENOTDIR
    );
    let mut status = [0; super::super::STATUS_BYTES];
    assert!(files.status_at(0, top.path().to_str().unwrap(), true, &mut status) > 0);
    assert_eq!(status[0], 2);
    assert_eq!(files.read_link(0, "/", &mut status), -errno::EINVAL);
}

#[test]
fn slashes_behind_the_name_of_a_folder() {
    let top = tempfile::tempdir().unwrap();
    let mut files = Files::new(top.path()).unwrap();
    std::fs::write(top.path().join("file"), "x").unwrap();
    assert_eq!(files.make_folder(0, "a/", 0o777), 0);
    assert_eq!(files.make_folder(0, "a/b//", 0o777), 0);
    assert_eq!(files.unlink(0, "a/b//"), -errno::EISDIR);
    assert_eq!(files.remove_folder(0, "a/b//"), 0);
    assert_eq!(files.remove_folder(0, "a/"), 0);
    assert_eq!(files.remove_folder(0, "file/"), -errno::ENOTDIR);
    assert!(files.remove_folder(0, "/") < 0);
}
