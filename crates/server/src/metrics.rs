//! Metrics: what a server has done so far, in the format of Prometheus.

use std::sync::atomic::AtomicI64;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use perfectplay::{Code, GameRef};
use prometheus_client::encoding::EncodeLabelSet;
use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Registry, Unit};

/// The bounds of the histogram, in seconds: from answers of a table to long ones.
const BOUNDS: [f64; 12] =
    [0.000_1, 0.000_25, 0.000_5, 0.001, 0.002_5, 0.005, 0.01, 0.05, 0.25, 1.0, 5.0, 30.0];

/// What a server has done so far.
pub(crate) struct Metrics {
    registry: Registry,
    requests: Family<RequestLabels, Counter>,
    seconds: Family<Labels<1, Arc<str>>, Histogram, fn() -> Histogram>,
    errors: Family<Labels<1>, Counter>,
    /// For each game, once it has been asked: from a table, and solved on the spot.
    answered: Vec<(GameRef, OnceLock<[Counter; 2]>)>,
    answers: Family<Labels<2, Arc<str>>, Counter>,
    solving: Family<Labels<2>, Gauge>,
    /// The open connections.
    pub(crate) connections: Gauge,
}

#[derive(Clone, Debug, Hash, PartialEq, Eq, EncodeLabelSet)]
struct RequestLabels {
    method: &'static str,
    route: Arc<str>,
    status: u16,
}

/// A number of labels, each with its name and value.
type Labels<const N: usize, T = &'static str> = [(&'static str, T); N];

impl Metrics {
    /// Of a server that has these games.
    pub(crate) fn new(games: &[GameRef]) -> Self {
        let mut registry = Registry::with_prefix("perfectplay");
        let requests = Family::default();
        registry.register("http_requests", "Requests", requests.clone());
        let histogram = || Histogram::new(BOUNDS);
        let seconds = Family::new_with_constructor(histogram as fn() -> Histogram);
        let what = "Time that requests took, to the end of their answer";
        registry.register_with_unit("http_request", what, Unit::Seconds, seconds.clone());
        let errors = Family::default();
        let what = "Errors, of requests and of positions in batches, by code";
        registry.register("errors", what, errors.clone());
        let answers = Family::default();
        let what = "Answers by game: from a table, or solved on the spot";
        registry.register("answers", what, answers.clone());
        let solving = Family::default();
        let what = "Positions being solved on the spot or waiting for that: quick and long work";
        registry.register("solving", what, solving.clone());
        let connections = Gauge::default();
        registry.register("connections", "Open connections", connections.clone());
        let answered = games.iter().map(|game| (game.clone(), OnceLock::new())).collect();
        Self { registry, requests, seconds, errors, answered, answers, solving, connections }
    }

    /// Counts a request that has been answered to the end.
    pub(crate) fn requested(
        &self,
        method: &'static str,
        route: &Arc<str>,
        status: u16,
        time: Duration,
    ) {
        self.requests.get_or_create(&RequestLabels { method, route: route.clone(), status }).inc();
        let seconds = self.seconds.get_or_create(&[("route", route.clone())]);
        seconds.observe(time.as_secs_f64());
    }

    /// Counts a position that has been answered, from a table or not.
    pub(crate) fn answered(&self, game: &GameRef, from_table: bool) {
        let Some((_, counters)) = self.answered.iter().find(|(of, _)| of == game) else { return };
        let counter = |source: &str| {
            let labels = [("game", game.name().into()), ("source", source.into())];
            self.answers.get_or_create(&labels).clone()
        };
        let counters = counters.get_or_init(|| ["table", "solved"].map(counter));
        counters[usize::from(!from_table)].inc();
    }

    /// Counts a request, or a position of a batch, that has no answer.
    pub(crate) fn failed(&self, code: Code) {
        self.errors.get_or_create(&[("code", code.name())]).inc();
    }

    /// The metrics in the format OpenMetrics.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("writing to a string cannot fail");
        text
    }

    /// The gauges of a pool, for quick or long work.
    pub(crate) fn pool(&self, work: &'static str) -> PoolGauges {
        let gauge = |state| self.solving.get_or_create(&[("work", work), ("state", state)]).clone();
        PoolGauges { waiting: gauge("waiting"), running: gauge("running") }
    }
}

/// How much work waits for a pool's threads, and how much they do.
pub(crate) struct PoolGauges {
    pub(crate) waiting: Gauge,
    pub(crate) running: Gauge,
}

/// Counts in a gauge until it is dropped.
pub(crate) struct GaugeGuard(Gauge<i64, AtomicI64>);

impl GaugeGuard {
    pub(crate) fn new(gauge: &Gauge) -> Self {
        gauge.inc();
        Self(gauge.clone())
    }
}

impl Drop for GaugeGuard {
    fn drop(&mut self) {
        self.0.dec();
    }
}
