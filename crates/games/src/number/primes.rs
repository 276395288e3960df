//! Prime factors of 64-bit numbers, exactly.

/// About how many steps the [prime factors](prime_factors_above_3) of `number` take: the method of rho
/// takes about as many rounds as the square root of the smaller of two factors.
pub(super) const fn steps_to_factor(number: u64) -> u64 {
    64 + 128 * number.isqrt().isqrt()
}

/// How many steps it takes to find out whether a number [is prime](is_prime).
pub(super) const STEPS_FOR_PRIME: u64 = 1 << 11;

/// The prime factors above 3 of `number`, ascending, each once; none of 0.
pub fn prime_factors_above_3(number: u64) -> Vec<u64> {
    let mut rest = number;
    for small in [2, 3] {
        while rest != 0 && rest.is_multiple_of(small) {
            rest /= small;
        }
    }
    let (mut primes, mut open) = (Vec::new(), vec![rest]);
    while let Some(part) = open.pop() {
        if is_prime(part) {
            primes.push(part);
        } else if part > 1 {
            let factor = proper_factor(part);
            open.extend([factor, part / factor]);
        }
    }
    primes.sort_unstable();
    primes.dedup();
    primes
}

/// Whether `number` is prime, by the test of Miller and Rabin: the first twelve
/// primes as bases leave no composite number below 3.3 · 10^24 undetected
/// (Sorenson and Webster, "Strong pseudoprimes to twelve prime bases", 2017).
pub fn is_prime(number: u64) -> bool {
    const BASES: [u64; 12] = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37];
    if let Some(&base) = BASES.iter().find(|&&base| number.is_multiple_of(base)) {
        return number == base;
    }
    number > 1 && BASES.iter().all(|&base| is_probable_prime(number, base))
}

/// One round of the test, for odd numbers that `base` does not divide.
fn is_probable_prime(number: u64, base: u64) -> bool {
    let twos = (number - 1).trailing_zeros();
    let mut power = power_modulo(base, (number - 1) >> twos, number);
    if power == 1 {
        return true;
    }
    for _ in 0..twos {
        if power == number - 1 {
            return true;
        }
        power = product_modulo(power, power, number);
    }
    false
}

/// A factor of a composite number other than 1 and the number itself, by Pollard's rho method:
/// the sequence x → x² + c enters a cycle modulo a factor long before it does modulo the number.
fn proper_factor(number: u64) -> u64 {
    if number.is_multiple_of(2) {
        return 2;
    }
    let found = (1..).find_map(|constant| {
        let step = |x: u64| {
            let square = u128::from(x) * u128::from(x);
            ((square + constant) % u128::from(number)) as u64
        };
        let (mut slow, mut fast, mut factor) = (2, 2, 1);
        while factor == 1 {
            slow = step(slow);
            fast = step(step(fast));
            factor = greatest_common_divisor(slow.abs_diff(fast), number);
        }
        (factor != number).then_some(factor)
    });
    found.expect("a composite number yields to some constant")
}

fn power_modulo(mut base: u64, mut exponent: u64, modulus: u64) -> u64 {
    let mut power = 1;
    while exponent > 0 {
        if exponent & 1 == 1 {
            power = product_modulo(power, base, modulus);
        }
        base = product_modulo(base, base, modulus);
        exponent >>= 1;
    }
    power
}

fn product_modulo(a: u64, b: u64, modulus: u64) -> u64 {
    (u128::from(a) * u128::from(b) % u128::from(modulus)) as u64
}

pub(super) fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}
