#include <catch2/catch.hpp>
#include <numbers>

#include "joints/function_kinds.hpp"

/// The built-in kinds of function joints: derivatives and charts.
namespace linkwork::test {

namespace {

/// (J⁻¹ J')^∨ by the complex step: J at q + ih v.
Vector6<double> twistByComplexStep(const FunctionKind& kind, const std::vector<double>& q,
                                   const Eigen::VectorXd& v) {
  constexpr double h = 1e-100;
  std::vector<Complex> moved;
  for (int i = 0; i < kind.joint->coordinates(); ++i)
    moved.emplace_back(std::complex(q[static_cast<std::size_t>(i)], h * v[i]));
  const int chart = kind.joint->charts() > 1 ? static_cast<int>(q.back()) : 0;
  const Vec3Pose<Complex> pose = kind.pose(chart, moved.data());
  const auto part = [&](const Vec3<Complex>& a, bool imaginary) {
    return imaginary ? Eigen::Vector3d(a.x.value.imag(), a.y.value.imag(), a.z.value.imag()) / h
                     : Eigen::Vector3d(a.x.value.real(), a.y.value.real(), a.z.value.real());
  };
  Eigen::Matrix3d rotation, rate;
  rotation << part(pose.x, false), part(pose.y, false), part(pose.z, false);
  rate << part(pose.x, true), part(pose.y, true), part(pose.z, true);
  const Eigen::Matrix3d turning = rotation.transpose() * rate;
  Vector6<double> twist;
  twist << turning(2, 1), turning(0, 2), turning(1, 0),
      rotation.transpose() * part(pose.origin, true);
  return twist;
}

Eigen::VectorXd someVelocity(int size) {
  Eigen::VectorXd v(size);
  for (int i = 0; i < size; ++i) v[i] = std::sin(1 + 2.3 * i);
  return v;
}

JointMotion<double> motionAt(const JointFunction& joint, const std::vector<double>& q,
                             const Eigen::VectorXd& v) {
  JointMotion<double> motion;
  joint.evaluate(q.data(), v.data(), motion);
  return motion;
}

std::vector<double> movedBy(std::vector<double> q, const Eigen::VectorXd& step) {
  for (int i = 0; i < step.size(); ++i) q[static_cast<std::size_t>(i)] += step[i];
  return q;
}

}  // namespace

TEST_CASE("motion subspaces of function kinds are derivatives of their poses", "[joints]") {
  for (const FunctionKind& kind : everyFunctionKind())
    for (const std::vector<double>& q : positionsOf(*kind.joint, 4)) {
      const int d = kind.joint->coordinates();
      const Eigen::VectorXd v = someVelocity(d);
      const JointMotion<double> motion = motionAt(*kind.joint, q, v);
      CAPTURE(kind.name, q);
      REQUIRE(motion.subspace.cols() == d);
      const Eigen::Matrix3d& r = motion.pose.rotation;
      CHECK((r.transpose() * r - Eigen::Matrix3d::Identity()).norm() < 1e-13);
      CHECK(r.determinant() > 0);
      // Both are exact to rounding, which grows near poles and with the curvature of curves.
      const double size = 1 + motion.subspace.norm();
      for (int i = 0; i < d; ++i)
        CHECK((twistByComplexStep(kind, q, Eigen::VectorXd::Unit(d, i)) - motion.subspace.col(i))
                  .norm() < 1e-12 * size);

      // Finite differences of the pose: truncation h², rounding ε/h.
      constexpr double h = 1e-5;
      const auto ahead = kind.joint->pose(movedBy(q, h * v).data());
      const auto behind = kind.joint->pose(movedBy(q, -h * v).data());
      const Eigen::Vector3d rate =
          r.transpose() * (ahead.translation - behind.translation) / (2 * h);
      const Vector6<double> twist = motion.subspace * v;
      CHECK((rate - twist.tail<3>()).norm() < 1e-7 * size * size * size);
    }
}

TEST_CASE("biases of function kinds are derivatives of their motion subspaces", "[joints]") {
  for (const FunctionKind& kind : everyFunctionKind())
    for (const std::vector<double>& q : positionsOf(*kind.joint, 3)) {
      CAPTURE(kind.name, q);
      const Eigen::VectorXd v = someVelocity(kind.joint->coordinates());
      const JointMotion<double> motion = motionAt(*kind.joint, q, v);
      // Richardson extrapolation of central differences on smooth pieces: truncation h⁴, rounding
      // ε/h. A step across a knot has an error of h² times the jump of the third derivative.
      const auto central = [&](double h) -> Vector6<double> {
        return (twistByComplexStep(kind, movedBy(q, h * v), v) -
                twistByComplexStep(kind, movedBy(q, -h * v), v)) /
               (2 * h);
      };
      const double h = 2e-4, size = 1 + motion.subspace.norm() + motion.bias.norm();
      const Vector6<double> rate = (4 * central(h) - central(2 * h)) / 3;
      CHECK((rate - motion.bias).norm() < 1e-8 * size * size);
    }
}

TEST_CASE("jets of function kinds have the derivatives of doubles", "[joints]") {
  for (const FunctionKind& kind : everyFunctionKind()) {
    const int d = kind.joint->coordinates();
    const std::vector<double> q = positionsOf(*kind.joint, 1).back();
    std::vector<DerivativeJet> variables;
    for (int i = 0; i < static_cast<int>(q.size()); ++i)
      variables.push_back(i < d ? DerivativeJet::variable(q[static_cast<std::size_t>(i)], i)
                                : DerivativeJet(q[static_cast<std::size_t>(i)]));
    const JointMotion<double> motion = motionAt(*kind.joint, q, Eigen::VectorXd::Zero(d));
    const Transform<DerivativeJet> pose = kind.joint->pose(variables.data());
    for (int i = 0; i < d; ++i) {
      CAPTURE(kind.name, q, i);
      Eigen::Vector3d rate;
      for (int k = 0; k < 3; ++k)
        rate[k] = pose.translation[k].partials[static_cast<std::size_t>(i)];
      const Eigen::Vector3d velocity = motion.pose.rotation * motion.subspace.col(i).tail<3>();
      CHECK((rate - velocity).norm() < 1e-12 * motion.subspace.norm());
    }
  }
}

TEST_CASE("a change of chart keeps pose and velocity, and persists", "[joints]") {
  int changes = 0;
  for (const FunctionKind& kind : everyFunctionKind()) {
    if (kind.joint->charts() == 1) continue;
    for (const std::vector<double>& q : positionsOf(*kind.joint, 30)) {
      CAPTURE(kind.name, q);
      const int better = kind.joint->chartFor(q.data());
      std::vector<double> rewritten = q;
      kind.joint->toChart(better, rewritten.data());
      REQUIRE(rewritten.back() == better);
      if (better == q.back()) {
        CHECK(rewritten == q);
        continue;
      }
      ++changes;
      CHECK(kind.joint->chartFor(rewritten.data()) == better);
      const Eigen::VectorXd v = someVelocity(kind.joint->coordinates());
      const JointMotion<double> before = motionAt(*kind.joint, q, v);
      const JointMotion<double> after = motionAt(*kind.joint, rewritten, v);
      CHECK((before.pose.rotation - after.pose.rotation).norm() < 1e-14);
      CHECK((before.pose.translation - after.pose.translation).norm() < 1e-14);
      // The velocity of the rewritten coordinates, by central differences.
      constexpr double h = 1e-5;
      std::vector<double> ahead = movedBy(q, h * v), behind = movedBy(q, -h * v);
      kind.joint->toChart(better, ahead.data());
      kind.joint->toChart(better, behind.data());
      Vector6<double> twist = Vector6<double>::Zero();
      for (int i = 0; i < v.size(); ++i) {
        const std::size_t at = static_cast<std::size_t>(i);
        const double rate = std::remainder(ahead[at] - behind[at], 2 * std::numbers::pi) / (2 * h);
        twist += rate * after.subspace.col(i);
      }
      CHECK((twist - before.subspace * v).norm() < 1e-8 * before.subspace.norm());
    }
  }
  CHECK(changes > 100);
}

}  // namespace linkwork::test
