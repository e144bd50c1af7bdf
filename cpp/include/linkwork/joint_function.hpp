#pragma once

#include <Eigen/Core>
#include <array>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "linkwork/expression.hpp"
#include "linkwork/jet.hpp"
#include "linkwork/spatial.hpp"

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
/// If no set of coordinates is regular everywhere, a joint has several charts: the number of the
/// chart follows its coordinates in q (0, 1, …), and `chartFor` returns the best one. Source: Si &
/// Guenter, "Linear-Time Dynamics for Multibody Systems with General Joint Models", section 4,
/// equations (9) and (12).
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
  /// The pose as expressions, for compilation. If the number of the chart in q is a constant, only
  /// that chart is compiled.
  virtual Transform<symbolic::Expression> pose(const symbolic::Expression* q) const = 0;
  /// Pose, S and Ṡ v as expressions. The coordinates in q are inputs of a graph.
  virtual JointMotion<symbolic::Expression> motion(const symbolic::Expression* q,
                                                   const symbolic::Expression* v) const;

  void evaluate(const symbolic::Expression* q, const symbolic::Expression* v,
                JointMotion<symbolic::Expression>& result) const {
    result = motion(q, v);
  }

  /// The range of a coordinate, in which the pose is a smooth function. Periodic coordinates have
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

namespace detail {

/// (J⁻¹ J̇)^∨ of a pose on jets, as jets of what they are nested in: the twist of the child.
template <typename Base>
std::array<Base, 6> twistOf(const Transform<Jet<1, Base>>& pose) {
  const auto along = [&](int axis, const auto& column) {
    Base sum(0.0);
    for (int k = 0; k < 3; ++k) sum = sum + pose.rotation(k, axis).value * column(k).partials[0];
    return sum;
  };
  const auto turn = [&](int from, int to) {
    return along(to, [&](int k) -> const Jet<1, Base>& { return pose.rotation(k, from); });
  };
  const auto slide = [&](int axis) {
    return along(axis, [&](int k) -> const Jet<1, Base>& { return pose.translation[k]; });
  };
  return {turn(1, 2), turn(2, 0), turn(0, 1), slide(0), slide(1), slide(2)};
}

/// The joint of `functionJoint`.
template <typename Pose>
class FunctionJoint final : public JointFunction {
 public:
  FunctionJoint(int coordinates, Pose pose) : coordinates_(coordinates), pose_(std::move(pose)) {}

  int coordinates() const override { return coordinates_; }
  Transform<double> pose(const double* q) const override { return pose_(q); }
  Transform<DerivativeJet> pose(const DerivativeJet* q) const override { return pose_(q); }
  Transform<symbolic::Expression> pose(const symbolic::Expression* q) const override {
    return pose_(q);
  }
  void evaluate(const double* q, const double* v, JointMotion<double>& motion) const override {
    run(q, v, motion);
  }
  void evaluate(const DerivativeJet* q, const DerivativeJet* v,
                JointMotion<DerivativeJet>& motion) const override {
    run(q, v, motion);
  }

 private:
  /// S column by column along unit rates; Ṡ v along v, twice.
  template <typename Scalar>
  void run(const Scalar* q, const Scalar* v, JointMotion<Scalar>& motion) const {
    using First = Jet<1, Scalar>;
    using Second = Jet<1, First>;
    std::array<First, maxJointCoordinates> first;
    std::array<Second, maxJointCoordinates> second;
    motion.pose = pose_(q);
    motion.subspace.resize(6, coordinates_);
    for (int k = 0; k < coordinates_; ++k) {
      for (int i = 0; i < coordinates_; ++i) at(first, i) = First(q[i], {i == k ? 1.0 : 0.0});
      const std::array<Scalar, 6> twist = twistOf(pose_(first.data()));
      for (int i = 0; i < 6; ++i) motion.subspace(i, k) = at(twist, i);
    }
    for (int i = 0; i < coordinates_; ++i)
      at(second, i) = Second(First(q[i], {v[i]}), {First(v[i], {0.0})});
    const std::array<First, 6> twist = twistOf(pose_(second.data()));
    for (int i = 0; i < 6; ++i) motion.bias[i] = at(twist, i).partials[0];
  }

  template <typename Array>
  static auto& at(Array& array, int index) {
    return array[static_cast<std::size_t>(index)];
  }

  int coordinates_;
  Pose pose_;
};

}  // namespace detail

/// A joint from a function template: `pose(q)` returns the Transform<Scalar> J(q) for a
/// `const Scalar* q` of `coordinates` numbers, for every scalar; S and Ṡ q̇ come by nested jets. So
/// the function calls elementary functions by their plain names, after `using
/// linkwork::elementary::sin;` (or `using std::sin;`, whose last bits differ from one system to the
/// next), and does not branch on q, because it also runs on expressions.
///
///   functionJoint(1, [](const auto* q) {  // a screw
///     using Scalar = std::decay_t<decltype(*q)>;
///     using linkwork::elementary::cos, linkwork::elementary::sin;
///     Transform<Scalar> pose = Transform<Scalar>::Identity();
///     pose.rotation(0, 0) = pose.rotation(1, 1) = cos(q[0]);
///     pose.rotation(1, 0) = sin(q[0]), pose.rotation(0, 1) = -sin(q[0]);
///     pose.translation[2] = 0.1 * q[0];
///     return pose;
///   });
///
/// Throws std::invalid_argument unless coordinates are 1 to 6.
template <typename Pose>
std::shared_ptr<const JointFunction> functionJoint(int coordinates, Pose pose) {
  if (coordinates < 1 || coordinates > maxJointCoordinates)
    throw std::invalid_argument("a joint has 1 to 6 coordinates, found " +
                                std::to_string(coordinates));
  return std::make_shared<detail::FunctionJoint<Pose>>(coordinates, std::move(pose));
}

}  // namespace linkwork
