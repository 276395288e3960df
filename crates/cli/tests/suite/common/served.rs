//! A server that the program runs.

use std::process::ChildStderr;

use super::*;

/// A server that runs, and its log.
pub struct ServerProcess {
    process: Child,
    log: BufReader<ChildStderr>,
    /// `127.0.0.1:…`
    pub address: String,
    /// How many bytes of memory it says that it may take.
    pub memory: u64,
}

impl ServerProcess {
    pub fn with(program: &Program, options: &str) -> Self {
        let mut process = program.spawn(format!("serve --addr 127.0.0.1:0 --log json {options}"));
        let mut log = BufReader::new(process.stderr.take().unwrap());
        let mut line = String::new();
        log.read_line(&mut line).unwrap();
        let entry: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line:?}"));
        assert_eq!(entry["message"], "listening");
        let address = entry["url"].as_str().unwrap().strip_prefix("http://").unwrap().to_owned();
        let memory = entry["memory"].as_u64().unwrap();
        Self { process, log, address, memory }
    }

    /// The most memory that it has taken so far, in bytes.
    #[cfg(target_os = "linux")]
    pub fn peak(&self) -> u64 {
        let status = fs::read_to_string(format!("/proc/{}/status", self.process.id()));
        let status = status.unwrap();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        peak.trim().strip_suffix(" kB").unwrap().parse::<u64>().unwrap() << 10
    }

    /// The status and the body that come back; none of both if the connection is closed without a word.
    pub fn ask(&self, method: &str, path: &str, body: &str) -> (u16, String) {
        let mut connection = TcpStream::connect(&self.address).unwrap();
        let head = format!("{method} {path} HTTP/1.0\r\ncontent-type: application/json");
        write!(connection, "{head}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).unwrap();
        let mut reply = String::new();
        let _ = connection.read_to_string(&mut reply);
        let Some((head, body)) = reply.split_once("\r\n\r\n") else { return (0, reply) };
        (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
    }

    /// Sends a signal if one is named, and waits for its end; what it has logged since the last time is its standard
    /// error.
    #[cfg(unix)]
    pub fn end(&mut self, name: &str) -> Run {
        if !name.is_empty() {
            signal(&self.process, name);
        }
        let (mut stdout, mut stderr) = (String::new(), String::new());
        self.log.read_to_string(&mut stderr).unwrap();
        let code = self.process.wait().unwrap().code().unwrap();
        self.process.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
        Run { code, stdout, stderr }
    }
}

impl Drop for ServerProcess {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
