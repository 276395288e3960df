//! Tables of constants that are large.

/// Defines a static that `const` code computes: when the program is compiled, or in a WebAssembly module, which is
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
