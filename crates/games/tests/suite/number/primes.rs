//! Prime factors.

use perfectplay_games::testing::{is_prime, prime_factors_above_3};

#[test]
fn primes_up_to_a_thousand_are_those_without_a_divisor() {
    for number in 0..1000u64 {
        let plain = number > 1 && (2..number).all(|divisor| number % divisor != 0);
        assert_eq!(is_prime(number), plain, "{number}");
    }
}

#[test]
fn factors_are_found_up_to_64_bits() {
    for (number, factors) in [
        (0, vec![]),
        (1, vec![]),
        (96, vec![]),
        (4 * 5 * 49, vec![5, 7]),
        (4_294_967_291 * 4_294_967_291, vec![4_294_967_291]),
        (4_294_967_291 * 4_294_967_279, vec![4_294_967_279, 4_294_967_291]),
        (18_446_744_073_709_551_557, vec![18_446_744_073_709_551_557]),
        (u64::MAX, vec![5, 17, 257, 641, 65537, 6_700_417]),
        // Strong pseudoprimes to the bases 2, 3, 5, 7, and to those up to 31.
        (3_215_031_751, vec![151, 751, 28351]),
        (3_825_123_056_546_413_051, vec![149_491, 747_451, 34_233_211]),
    ] {
        assert_eq!(prime_factors_above_3(number), factors, "{number}");
    }
}
