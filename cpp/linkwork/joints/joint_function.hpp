#pragma once

#include <Eigen/Core>
#include <limits>

#include "linkwork/spatial/jet.hpp"
#include "linkwork/spatial/transform.hpp"
#include "linkwork/symbolic/expression.hpp"

namespace linkwork {

/// The most coordinates of a joint that is a function.
inline constexpr int maxJointCoordinates = 6;

/// S of a joint that is a function: 6 × d.
template <typename Scalar>
using FunctionSubspace =
    Eigen::Matrix<Scalar, 6, Eigen::Dynamic, Eigen::ColMajor, 6, maxJointCoordinates>;

/// J(q), S(q) and Ṡ q̇ of a joint, in the child's joint frame.
template <typename Scalar>
struct JointMotion {
  Transform<Scalar> pose;
  FunctionSubspace<Scalar> subspace;
  Vector6<Scalar> bias;
};

/// A joint as a function from d ≤ 6 coordinates to the pose J(q) of the child's joint frame in the
/// parent's: any scleronomic joint. Immutable, shared by all states.
///
///   S = [(J⁻¹ ∂J/∂q₁)^∨ … (J⁻¹ ∂J/∂q_d)^∨]      Ṡ q̇ = (Σ ∂S/∂qᵢ q̇ᵢ) q̇
///
/// Where no one set of coordinates serves everywhere, a joint has several charts: the number of the
/// chart follows its coordinates in q (0, 1, …), and `chartFor` says when another serves better.
/// Source: Si & Guenter, "Linear-Time Dynamics for Multibody Systems with General Joint Models",
/// section 4, equations (9) and (12).
class JointFunction {
 public:
  virtual ~JointFunction() = default;

  virtual int coordinates() const = 0;  ///< d
  virtual int charts() const { return 1; }
  /// Numbers in q: the coordinates, and the chart where there are several.
  int positionSize() const { return coordinates() + (charts() > 1 ? 1 : 0); }

  virtual Transform<double> pose(const double* q) const = 0;
  virtual Transform<DerivativeJet> pose(const DerivativeJet* q) const = 0;
  /// Pose, S and Ṡ v at once.
  virtual void evaluate(const double* q, const double* v, JointMotion<double>& motion) const = 0;
  virtual void evaluate(const DerivativeJet* q, const DerivativeJet* v,
                        JointMotion<DerivativeJet>& motion) const = 0;
  /// The pose written down, for compilation; where there are several charts their number in q may
  /// be a constant, and then no other chart is written.
  virtual Transform<symbolic::Expression> pose(const symbolic::Expression* q) const = 0;
  /// Pose, S and Ṡ v written down. The coordinates in q are inputs of a graph.
  virtual JointMotion<symbolic::Expression> motion(const symbolic::Expression* q,
                                                   const symbolic::Expression* v) const;

  void evaluate(const symbolic::Expression* q, const symbolic::Expression* v,
                JointMotion<symbolic::Expression>& result) const {
    result = motion(q, v);
  }

  /// Where a coordinate may be: the pose is a function there and smooth. Periodic coordinates have
  /// no ends.
  struct Range {
    double lower = -std::numeric_limits<double>::infinity();
    double upper = std::numeric_limits<double>::infinity();
  };
  virtual Range range(int /*coordinate*/) const { return {}; }

  /// The chart in which q had better be written: its own until another is clearly better.
  virtual int chartFor(const double* /*q*/) const { return 0; }
  /// Rewrites q in another chart: the same pose.
  virtual void toChart(int /*chart*/, double* /*q*/) const {}
};

}  // namespace linkwork
