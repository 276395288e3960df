//! Starting and stopping.

use perfectplay_server::StartError;

use crate::common::*;

/// A server that may solve what takes long, and when it stops waits for it this long.
fn patient(grace: Duration) -> Running {
    Running::changed(|config| {
        config.limits.memory = 4 << 30;
        (config.solve_time, config.grace) = (LONGER, grace);
    })
}

/// Longer than anything takes here, however slow the machine is.
const LONGER: Duration = Duration::from_secs(600);

#[test]
fn a_server_that_stops_answers_what_it_was_asked_and_closes_what_is_idle() {
    let server = patient(LONGER);
    let mut idle = server.send("/v1/health");
    assert_eq!(Reply::read(&mut idle, false).unwrap().status, 200);
    let mut asked = server.send(&question("stake", LONG));
    server.wait_for(RUNNING, 1.0);
    let address = server.address;
    server.stop();
    let reply = Reply::read(&mut asked, false).unwrap();
    assert_eq!(reply.status, 200);
    assert_eq!(idle.read(&mut [0]).unwrap_or(0), 0);
    drop(server);
    assert!(TcpStream::connect(address).is_err());
}

#[test]
fn a_batch_whose_answer_has_been_begun_is_answered_to_its_end() {
    let server = patient(LONGER);
    let mut connection = server.send_batch("/v1/stake", &json!({"positions": ["../..", LONG]}));
    server.wait_for(RUNNING, 1.0);
    server.stop();
    let answers = Reply::read(&mut connection, false).unwrap().json();
    let answers = answers["answers"].as_array().unwrap();
    assert!(answers.len() == 2 && answers.iter().all(|answer| answer["error"].is_null()));
    drop(server);
}

#[test]
fn what_goes_on_for_too_long_is_interrupted_when_the_server_stops() {
    let server = patient(Duration::from_millis(50));
    let mut asked = server.send(&question("stake", LONG));
    server.wait_for(RUNNING, 1.0);
    server.stop();
    let reply = Reply::read(&mut asked, false).unwrap();
    reply.assert_error(503, "interrupted");
    drop(server);
}

#[test]
fn a_client_that_never_ends_does_not_keep_the_server() {
    let server = Running::changed(|config| config.grace = Duration::from_millis(50));
    let _endless = server.begin_batch("/v1/number", "content-length: 20\r\n\r\n{");
    server.wait_for("perfectplay_connections ", 2.0);
    drop(server);
}

#[test]
fn a_part_of_a_head_does_not_hold_up_the_end() {
    let server = Running::changed(|config| (config.grace, config.head_time) = (LONGER, LONGER));
    let (mut first, mut second) = (server.connect(), server.send("/v1/health"));
    write!(first, "GET /v1/health HTTP/1.1\r\nhost: te").unwrap();
    assert_eq!(Reply::read(&mut second, false).unwrap().status, 200);
    write!(second, "GET /v1/heal").unwrap();
    server.wait_for("perfectplay_connections ", 3.0);
    drop(server);
}

#[test]
fn a_folder_that_cannot_be_read_is_an_error() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let config = Config::new(&built_in(), TableFolder::new(file.path()));
    let error = Server::start("127.0.0.1:0".parse().unwrap(), config).unwrap_err();
    assert!(matches!(error, StartError::Folder(_)), "{error:?}");
}
