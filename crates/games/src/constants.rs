//! Tables of constants: how `const` code computes them.

/// A `for` loop over a range, which `const` code cannot have: ranges are not iterators there.
macro_rules! for_range {
    ($name:ident in $first:literal..=$last:expr => $($body:tt)*) => {
        for_range! { $name in $first..$last + 1 => $($body)* }
    };
    ($name:ident in $range:expr => $($body:tt)*) => {
        let std::ops::Range { start: mut next, end } = $range;
        while next < end {
            let $name = next;
            next += 1;
            $($body)*
        }
    };
}

/// Defines a large static that `const` code computes: when the program is compiled, or in a WebAssembly module, which is
/// loaded by each visitor, when it is first used.
macro_rules! constants {
    ($(#[$attribute:meta])* $visibility:vis static $name:ident: $type:ty = $value:expr;) => {
        $(#[$attribute])*
        #[cfg(not(target_family = "wasm"))]
        $visibility static $name: $type = $value;

        $(#[$attribute])*
        #[cfg(target_family = "wasm")]
        $visibility static $name: std::sync::LazyLock<$type> = std::sync::LazyLock::new(|| $value);
    };
}
