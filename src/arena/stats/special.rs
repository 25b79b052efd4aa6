//! The distributions that intervals and tests need: normal, Student's t and chi-square.

use std::f64::consts::SQRT_2;

/// Returns the square of `number`, identical to the last bit on all machines.
pub(crate) fn square(number: f64) -> f64 {
    number * number
}

/// Returns the probability that a standard normal variable is at most `x`.
///
/// ```
/// use furlong::arena::stats::normal_cdf;
/// assert!((normal_cdf(1.959_963_984_540_054) - 0.975).abs() < 1e-12);
/// ```
pub fn normal_cdf(x: f64) -> f64 {
    0.5 * libm::erfc(-x / SQRT_2)
}

/// Returns the quantile of the standard normal distribution for the probability `p`, between 0 and 1.
pub fn normal_quantile(p: f64) -> f64 {
    quantile(p, normal_cdf)
}

/// Returns the probability that a variable of Student's t distribution with `degrees` degrees of freedom is at most
/// `t`.
pub fn student_t_cdf(t: f64, degrees: f64) -> f64 {
    let tail = 0.5 * incomplete_beta(degrees / 2.0, 0.5, degrees / (degrees + t * t));
    if t > 0.0 { 1.0 - tail } else { tail }
}

/// Returns the quantile of Student's t distribution with `degrees` degrees of freedom for the probability `p`, between
/// 0 and 1.
///
/// ```
/// use furlong::arena::stats::student_t_quantile;
/// assert!((student_t_quantile(0.975, 10.0) - 2.228_138_851_964_938).abs() < 1e-9);
/// ```
pub fn student_t_quantile(p: f64, degrees: f64) -> f64 {
    quantile(p, |t| student_t_cdf(t, degrees))
}

/// Returns the probability that a variable of the chi-square distribution with `degrees` degrees of freedom, above 0,
/// is at most `x`.
///
/// ```
/// use furlong::arena::stats::chi_square_cdf;
/// assert!((chi_square_cdf(3.841_458_820_694_124, 1.0) - 0.95).abs() < 1e-12);
/// ```
pub fn chi_square_cdf(x: f64, degrees: f64) -> f64 {
    incomplete_gamma(degrees / 2.0, x / 2.0)
}

/// Returns the quantile of the gamma distribution with this shape, above 0, and the scale 1.
pub(super) fn gamma_quantile(p: f64, shape: f64) -> f64 {
    rising(p, |x| incomplete_gamma(shape, x))
}

/// Returns the quantile of the beta distribution with these shapes, above 0.
pub(super) fn beta_quantile(p: f64, a: f64, b: f64) -> f64 {
    rising(p, |x| incomplete_beta(a, b, x)).min(1.0)
}

/// The regularized lower incomplete gamma function: by its series below the mean, by its continued fraction above.
fn incomplete_gamma(a: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    let front = libm::exp(a * libm::log(x) - x - libm::lgamma(a));
    if x < a + 1.0 {
        let mut term = 1.0 / a;
        let mut sum = term;
        for step in (1..=10_000).map(f64::from) {
            term *= x / (a + step);
            sum += term;
            if term < sum * 1e-16 {
                break;
            }
        }
        return front * sum;
    }
    let away_from_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let mut denominator = 1.0 / (x + 1.0 - a);
    let mut numerator = 1e300;
    let mut fraction = denominator;
    for step in (1..=10_000).map(f64::from) {
        let term = -step * (step - a);
        let offset = x + 2.0 * step + 1.0 - a;
        denominator = 1.0 / away_from_zero(term * denominator + offset);
        numerator = away_from_zero(offset + term / numerator);
        let change = numerator * denominator;
        fraction *= change;
        if (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    1.0 - front * fraction
}

/// Inverts a distribution that is symmetric about 0.
fn quantile(p: f64, cdf: impl Fn(f64) -> f64) -> f64 {
    if p <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if p >= 1.0 {
        return f64::INFINITY;
    }
    if p < 0.5 {
        return -quantile(1.0 - p, cdf);
    }
    rising(p, cdf)
}

/// Inverts a distribution above 0, by bisection: slow, robust, and identical on all machines.
fn rising(p: f64, cdf: impl Fn(f64) -> f64) -> f64 {
    let (mut low, mut high) = (0.0, 1.0);
    while cdf(high) < p && high < 1e300 {
        low = high;
        high *= 2.0;
    }
    for _ in 0..200 {
        let middle = f64::midpoint(low, high);
        if middle <= low || middle >= high {
            break;
        }
        if cdf(middle) < p {
            low = middle;
        } else {
            high = middle;
        }
    }
    f64::midpoint(low, high)
}

/// The regularized incomplete beta function, by its continued fraction (modified Lentz).
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The fraction converges quickly only on this side of the mean.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(b, a, 1.0 - x);
    }
    let front =
        libm::lgamma(a + b) - libm::lgamma(a) - libm::lgamma(b) + a * libm::log(x) + b * libm::log1p(-x);
    let away_from_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let mut numerator = 1.0;
    let mut denominator = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = denominator;
    for step in (1..=10_000).map(f64::from) {
        let even = step * (b - step) * x / ((a + 2.0 * step - 1.0) * (a + 2.0 * step));
        let odd = -(a + step) * (a + b + step) * x / ((a + 2.0 * step) * (a + 2.0 * step + 1.0));
        let mut change = 1.0;
        for term in [even, odd] {
            denominator = 1.0 / away_from_zero(1.0 + term * denominator);
            numerator = away_from_zero(1.0 + term / numerator);
            change = numerator * denominator;
            fraction *= change;
        }
        if (change - 1.0).abs() < 1e-15 {
            break;
        }
    }
    libm::exp(front) * fraction / a
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        // Table values of Student's t, two-sided 95 % and 99 %, and of the normal distribution.
        for (p, degrees, expected) in [
            (0.975, 1.0, 12.706_204_736_432_1),
            (0.975, 2.0, 4.302_652_729_696_14),
            (0.975, 114.0, 1.980_992_297_6),
            (0.995, 30.0, 2.749_995_653_567_23),
        ] {
            let found = student_t_quantile(p, degrees);
            assert!((found - expected).abs() < 1e-7, "{degrees}: {found}");
        }
        assert!((normal_quantile(0.975) - 1.959_963_984_540_054).abs() < 1e-10);
        assert!((student_t_quantile(0.025, 2.0) + 4.302_652_729_696_14).abs() < 1e-9);
    }

    #[test]
    fn with_many_degrees_of_freedom_student_is_normal() {
        assert!((student_t_cdf(1.3, 1e7) - normal_cdf(1.3)).abs() < 1e-7);
    }
}
