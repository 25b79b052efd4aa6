//! The statistics of the arena against an independent library.

use furlong::arena::stats::{
    chi_square_cdf, mean, normal_cdf, normal_quantile, student_t_cdf, student_t_quantile, wilson,
};
use statrs::distribution::{ChiSquared, ContinuousCDF as _, Normal, StudentsT};

#[track_caller]
fn near(found: f64, expected: f64, within: f64) {
    assert!((found - expected).abs() <= within * expected.abs().max(1.0), "{found} is not {expected}");
}

#[test]
fn the_normal_distribution_is_the_usual_one() {
    let normal = Normal::new(0.0, 1.0).expect("a distribution");
    for step in -50..=50 {
        let x = f64::from(step) / 10.0;
        near(normal_cdf(x), normal.cdf(x), 1e-10);
    }
    for p in [0.001, 0.025, 0.2, 0.5, 0.8, 0.975, 0.999] {
        near(normal_quantile(p), normal.inverse_cdf(p), 1e-8);
    }
}

#[test]
fn students_t_is_the_usual_one() {
    for degrees in [1.0, 2.0, 5.0, 30.0, 199.0, 9_999.0] {
        let student = StudentsT::new(0.0, 1.0, degrees).expect("a distribution");
        for step in -40..=40 {
            let t = f64::from(step) / 8.0;
            near(student_t_cdf(t, degrees), student.cdf(t), 1e-8);
        }
        for p in [0.025, 0.3, 0.95, 0.975, 0.995] {
            // Its own quantiles are searched for: they are held against its distribution.
            near(student.cdf(student_t_quantile(p, degrees)), p, 1e-8);
        }
    }
}

#[test]
fn chi_square_is_the_usual_one() {
    for degrees in [1.0, 2.0, 3.0, 5.0, 7.0, 40.0] {
        let chi_square = ChiSquared::new(degrees).expect("a distribution");
        for step in 1..=80 {
            let x = f64::from(step) * degrees / 20.0;
            near(chi_square_cdf(x, degrees), chi_square.cdf(x), 1e-10);
        }
    }
}

#[test]
fn an_interval_of_a_rate_holds_the_rates_that_a_score_test_accepts() {
    // Wilson's ends are the rates from which the one found is just 1.96 of their own standard errors away.
    let z = Normal::new(0.0, 1.0).expect("a distribution").inverse_cdf(0.975);
    for (hits, trials) in [(1, 10), (83, 100), (499, 1_000), (9_990, 10_000)] {
        let estimate = wilson(hits, trials).expect("there are trials");
        let interval = estimate.interval.expect("an interval");
        for end in [interval.low, interval.high] {
            let error = (end * (1.0 - end) / trials as f64).sqrt();
            near((estimate.value - end).abs() / error, z, 1e-6);
        }
    }
}

#[test]
fn an_interval_of_a_mean_is_students() {
    let values = [2.5, 3.0, 3.0, 4.5, 7.0, 1.0, 2.0, 2.25];
    let count = values.len() as f64;
    let middle = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - middle).powi(2)).sum::<f64>() / (count - 1.0);
    let student = StudentsT::new(0.0, 1.0, count - 1.0).expect("a distribution");
    let estimate = mean(&values).expect("there are values");
    let interval = estimate.interval.expect("an interval");
    near(estimate.value, middle, 1e-12);
    let quantile = (interval.high - middle) / (variance / count).sqrt();
    near(student.cdf(quantile), 0.975, 1e-8);
    near(interval.high - middle, middle - interval.low, 1e-12);
}
