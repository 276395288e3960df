//! `pack` and `unpack`: servers, proxies, and what is left when they are stopped.

use crate::common::*;

/// A program with tables, and some of them packed in `release`.
fn packed() -> Program {
    // Packed once, and copied for every test: that takes longer than building them.
    static PACKED: LazyLock<Program> = LazyLock::new(|| {
        let program = Program::with_tables();
        let packed = program.run_well("pack --out release number-20 number-40 stake-4");
        assert_eq!(packed.stderr, "");
        program
    });
    let program = Program::with_tables();
    copy(&PACKED.path("release"), &program.path("release"));
    program
}

impl Program {
    fn assert_same_table(&self, folder: &str, table: &str) {
        let file = format!("{table}.table");
        let read = |folder: &Path| fs::read(folder.join(&file)).unwrap();
        assert!(read(&self.path(folder)) == read(&self.tables()));
    }

    /// `unpack` into `new`.
    fn unpack(&self, from: &str, options: &str) -> Command {
        self.command(&format!("unpack --tables new --from {from} {options}"))
    }

    /// A server of the folder `release`.
    fn server(&self) -> FileServer {
        server(&self.path("release"), Manner::GOOD)
    }

    /// One that is silent after this many bytes of a packed table.
    fn silent_server(&self, most: usize) -> FileServer {
        let release = self.path("release");
        FileServer::start(move |request, stream| {
            serve(&release, Manner { drops_after: most, ..Manner::GOOD }, request, stream);
            if request.target.ends_with(".zst") {
                thread::sleep(Duration::from_secs(60));
            }
        })
    }
}

const FILE: &str = "number-40.table.zst";

#[test]
#[cfg(unix)]
fn a_download_goes_on_after_a_kill_and_after_an_interrupt() {
    let program = packed();
    for (name, code) in [("KILL", None), ("INT", Some(130))] {
        let silent = program.silent_server(100_000);
        let mut unpack = program.unpack(&silent.url, "number-40 --quiet");
        let mut child = unpack.stderr(Stdio::null()).spawn().unwrap();
        let download = program.path("new").join(format!("{FILE}.download"));
        let length = || fs::metadata(&download).map_or(0, |metadata| metadata.len());
        wait_until(|| length() == 100_000);
        signal(&child, name);
        assert_eq!(child.wait().unwrap().code(), code);
        let kept = [format!("{FILE}.download"), format!("{FILE}.download.toml")];
        assert_eq!(program.files_but_locks("new"), kept);

        let server = program.server();
        let unpack = || {
            let run = Run::of(&mut program.unpack(&server.url, "number-40"));
            assert_eq!(run.code, 0, "{run:?}");
            assert_eq!(program.files_but_locks("new"), ["number-40.table"]);
        };
        unpack();
        let asked = server.asked_for(FILE);
        assert_eq!((asked.len(), asked[0].from()), (1, Some(100_000)));
        program.assert_same_table("new", "number-40");
        // A run that ended before it had removed them leaves the files of a download to the next one.
        for left in kept {
            program.write(&format!("new/{left}"), "of no use");
        }
        unpack();
        fs::remove_file(program.path("new/number-40.table")).unwrap();
    }
}

#[test]
fn a_silent_server_ends_in_what_is_missing_and_what_helps() {
    let program = packed();
    let silent = program.silent_server(100_000);
    let unpack = |server: &FileServer, more: &str| {
        let options = format!("number-40 --timeout 1 --retries 0 {more}");
        Run::of(&mut program.unpack(&server.url, &options))
    };
    // The first 100,000 bytes are progress; what then comes is none.
    let whole = fs::metadata(program.path("release").join(FILE)).unwrap().len();
    assert_eq!(unpack(&silent, "--json").code, 0);
    // 100,000 bytes each time make a whole after all.
    assert_eq!(silent.asked_for(FILE).len() as u64, whole.div_ceil(100_000));

    let run = unpack(&program.silent_server(0), "--force");
    run.assert_says(3, "/number-40.table.zst: the connection was lost: ");
    assert_eq!(program.files_but_locks("new"), ["number-40.table"]);
}

/// A proxy that connects whatever is asked for to one address.
fn proxy(target: String) -> FileServer {
    FileServer::start(move |_, client| {
        let mut server = TcpStream::connect(&target).unwrap();
        client.write_all(b"HTTP/1.1 200 Connection established\r\n\r\n").unwrap();
        let (mut from, mut to) = (client.try_clone().unwrap(), server.try_clone().unwrap());
        thread::spawn(move || std::io::copy(&mut from, &mut to));
        let _ = std::io::copy(&mut server, client);
        let _ = client.shutdown(std::net::Shutdown::Both);
    })
}

#[test]
fn proxies_are_those_of_the_environment() {
    let program = packed();
    let server = program.server();
    let target = server.url.strip_prefix("http://").unwrap();
    let proxy = proxy(target.to_owned());
    let address = proxy.url.strip_prefix("http://").unwrap();
    let asked = || std::mem::take(&mut *proxy.requests.lock().unwrap());
    let url = "http://tables.invalid/tables";
    for variable in ["http_proxy", "HTTP_PROXY", "ALL_PROXY"] {
        let mut command = program.unpack(url, "number-20 --force --quiet");
        let run = Run::of(command.env(variable, format!("http://user:word@{address}")));
        assert_eq!(run.code, 0, "{run:?}");
        program.assert_same_table("new", "number-20");
        // Nothing but CONNECT has such a target.
        let targets: Vec<String> = asked().into_iter().map(|request| request.target).collect();
        assert_eq!(targets, ["tables.invalid:80"; 3], "{variable}");
    }
    for (variable, odd) in [("ALL_PROXY", "socks5://127.0.0.1:9"), ("http_proxy", "http://[")] {
        let mut command = program.unpack(url, "number-20 --force");
        let run = Run::of(command.env(variable, odd));
        let expected = format!("${variable}, {odd}: this is no HTTP proxy's address\n");
        // Names of variables have no case on Windows.
        assert!(run.stderr.to_lowercase().ends_with(&expected.to_lowercase()), "{run:?}");
        assert_eq!(run.code, 3);
    }
    // Not this one's, and not for this server.
    for (variable, exception) in [("https_proxy", ""), ("http_proxy", "example.org, 127.0.0.1")] {
        let mut command = program.unpack(&server.url, "number-20 --force");
        command.env(variable, format!("http://{address}")).env("NO_PROXY", exception);
        assert_eq!(Run::of(&mut command).code, 0);
        assert_eq!(asked().len(), 0, "{variable}");
    }
}

#[test]
#[cfg(unix)]
fn a_killed_pack_leaves_no_file_under_its_name() {
    let program = Program::with_tables();
    let mut child = program.spawn("pack number-20 tower-6 --out release --quiet");
    wait_until(|| program.files_but_locks("release").len() > 1);
    child.kill().unwrap();
    child.wait().unwrap();
    let left = program.files_but_locks("release");
    assert!(!left.is_empty() && left.iter().all(|name| name.ends_with(".partial")), "{left:?}");
    program.run_well("pack number-20 --out release");
    let files = ["README.md", "SHA256SUMS", "manifest.toml", "number-20.table.zst"];
    assert_eq!(program.files_but_locks("release"), files);
}
