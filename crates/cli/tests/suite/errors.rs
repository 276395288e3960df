//! What all commands have in common: errors as text and as JSON.

use crate::common::*;

#[test]
fn every_kind_of_error_has_its_code_in_json() {
    let program = Program::new();
    program.run_well("build number-20 number-21");
    program.flip("tables/number-21.table");
    program.write("bad.txt", "2 3\n1 2 x\n");
    program.write("tables/number-22.table", "short");
    // A code, an exit code, and a command.
    for line in include_str!("errors/commands.txt").lines() {
        let [code, exit_code, arguments] = line.splitn(3, ' ').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        let exit_code: i32 = exit_code.parse().unwrap();
        let with_json = program.run(format!("{arguments} --json"));
        let (error, told) = with_json.error();
        if arguments.starts_with("build") && exit_code == 3 {
            // The report has the error, too.
            assert_eq!(with_json.json()["tables"][0]["error"], error, "{with_json:?}");
        } else {
            assert_eq!(with_json.stdout, "", "{with_json:?}");
        }
        assert_eq!((&error["code"], with_json.code), (&Value::from(code), exit_code), "{error}");

        // As text the same is said on one line, but for what the parser of the command line
        // says on several.
        let without = program.run(arguments);
        assert_eq!(without.code, exit_code, "{without:?}");
        let is_of_parser = told.contains("--help shows");
        let is_told = without.stderr == format!("error: {told}\n");
        assert!(is_told || is_of_parser, "{told:?} {without:?}");
    }
}
