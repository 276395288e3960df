//! The five games of contests with which this project began, and Chomp, each as somebody would describe it for the engine: by
//! the rules alone, in at most 45 lines of code. Tests compare every entry with the tables of the built-in games.

mod bars;
mod claims;
mod jenga;
mod naming;
mod pieces;
mod stairs;

pub use bars::Bars;
pub use claims::Claims;
pub use jenga::Jenga;
pub use naming::Naming;
pub use pieces::Pieces;
pub use stairs::Stairs;
