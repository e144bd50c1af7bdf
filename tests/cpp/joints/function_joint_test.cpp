#include <catch2/catch.hpp>

#include "linkwork/joint.hpp"
#include "linkwork/joint_function.hpp"
#include "linkwork/joints/described_joints.hpp"

/// Nested jets and symbolic derivatives agree for each elementary function.
namespace linkwork::test {
namespace {

/// Rot(z, angle) and a translation, by all functions of expressions.
struct Elementary {
  template <typename Scalar>
  Transform<Scalar> operator()(const Scalar* q) const {
    using std::acos, std::asin, std::atan, std::atan2, std::cos, std::exp, std::log, std::sin;
    using std::sqrt, std::tan;
    const Scalar &a = q[0], &b = q[1];
    Transform<Scalar> pose = Transform<Scalar>::Identity();
    const Scalar angle = atan2(a, Scalar(2.0) + b) + asin(Scalar(0.3) * a) * tan(b);
    pose.rotation(0, 0) = pose.rotation(1, 1) = cos(angle);
    pose.rotation(1, 0) = sin(angle);
    pose.rotation(0, 1) = -sin(angle);
    pose.translation[0] = exp(a) / (Scalar(3.0) - b);
    pose.translation[1] = log(Scalar(2.0) + a * b) - sqrt(Scalar(2.0) + b);
    pose.translation[2] = acos(Scalar(0.4) * b) + atan(a - b);
    return pose;
  }
};

const CustomJoint elementary{
    {"a", "b"},
    {CustomJoint::Translation{
         {"exp(a)/(3 - b)", "log(2 + a*b) - sqrt(2 + b)", "acos(0.4*b) + atan(a - b)"}},
     CustomJoint::Rotation{{0, 0, 1}, "atan2(a, 2 + b) + asin(0.3*a)*tan(b)"}}};

template <typename Scalar>
double largestGap(const JointMotion<Scalar>& one, const JointMotion<Scalar>& other) {
  double gap = 0;
  const auto compare = [&](const Scalar& a, const Scalar& b) {
    if constexpr (std::is_same_v<Scalar, double>) {
      gap = std::max(gap, std::abs(a - b));
    } else {
      gap = std::max(gap, std::abs(a.value - b.value));
      for (std::size_t i = 0; i < a.partials.size(); ++i)
        gap = std::max(gap, std::abs(a.partials[i] - b.partials[i]));
    }
  };
  for (int i = 0; i < 3; ++i) {
    compare(one.pose.translation[i], other.pose.translation[i]);
    for (int j = 0; j < 3; ++j) compare(one.pose.rotation(i, j), other.pose.rotation(i, j));
  }
  for (int i = 0; i < 6; ++i) {
    compare(one.bias[i], other.bias[i]);
    for (int k = 0; k < 2; ++k) compare(one.subspace(i, k), other.subspace(i, k));
  }
  return gap;
}

}  // namespace

TEST_CASE("a function on nested jets and its expressions have the same S and bias", "[joints]") {
  const auto jets = functionJoint(2, Elementary());
  const auto expressions = jointFunction(elementary);
  for (int i = 0; i < 20; ++i) {
    const std::array<double, 2> q{-0.7 + 0.07 * i, 0.6 - 0.05 * i}, v{1.3, -0.4 + 0.1 * i};
    JointMotion<double> one, other;
    jets->evaluate(q.data(), v.data(), one);
    expressions->evaluate(q.data(), v.data(), other);
    CHECK(largestGap(one, other) < 1e-13);  // rounding of several dozen operations

    std::array<DerivativeJet, 2> qJet, vJet;
    for (int k = 0; k < 2; ++k) {
      const auto at = static_cast<std::size_t>(k);
      qJet[at] = DerivativeJet::variable(q[at], k);
      vJet[at] = DerivativeJet::variable(v[at], 2 + k);
    }
    JointMotion<DerivativeJet> oneJet, otherJet;
    jets->evaluate(qJet.data(), vJet.data(), oneJet);
    expressions->evaluate(qJet.data(), vJet.data(), otherJet);
    CHECK(largestGap(oneJet, otherJet) < 1e-12);
  }
}

TEST_CASE("a function joint has 1 to 6 coordinates", "[joints]") {
  CHECK_THROWS_WITH(functionJoint(7, Elementary()), Catch::Contains("found 7"));
  CHECK_THROWS_AS(functionJoint(0, Elementary()), std::invalid_argument);
}

}  // namespace linkwork::test
