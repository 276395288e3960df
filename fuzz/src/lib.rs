//! What fuzz targets share: small positions of all games.

mod positions;

pub use positions::Made;
