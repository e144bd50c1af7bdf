#pragma once

#include <cmath>
#include <memory>
#include <optional>

#include "linkwork/jet.hpp"
#include "linkwork/joints/piecewise_polynomial.hpp"
#include "linkwork/mechanism.hpp"

namespace linkwork {

/// f(q) of a coupling's term, prepared for evaluation: a polynomial, or the cubic spline through
/// points with continuous curvature.
class TermFunction {
 public:
  explicit TermFunction(const CouplingFunction& function);

  /// The derivative of this order at q; 0: f. Beyond its points, a spline that does not repeat is
  /// constant.
  double operator()(double q, int order) const {
    if (isHeld_ && (q < pieces_.knots.front() || q > pieces_.knots.back())) {
      if (order > 0) return 0;
      q = q < pieces_.knots.front() ? pieces_.knots.front() : pieces_.knots.back();
    }
    const double turns = period_ > 0 ? std::floor((q - pieces_.knots.front()) / period_) : 0;
    return evaluate(pieces_, q - turns * period_, order);
  }
  template <int n, typename Base>
  Jet<n, Base> operator()(const Jet<n, Base>& q, int order) const {
    return Jet<n, Base>::chain(q, (*this)(q.value, order), (*this)(q.value, order + 1));
  }

 private:
  PiecewisePolynomial pieces_;
  double period_ = 0;    ///< after which it repeats [rad, m]; 0: never
  bool isHeld_ = false;  ///< whether it is constant beyond its points
};

/// Prepares the function of a term; null if it has none.
std::shared_ptr<const TermFunction> functionOf(const std::optional<CouplingFunction>& function);

}  // namespace linkwork
