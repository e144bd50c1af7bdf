#include "linkwork/joints/expressed_joint.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "joints/function_kinds.hpp"
#include "linkwork/joint.hpp"
#include "linkwork/joints/described_joints.hpp"
#include "linkwork/joints/universal.hpp"
#include "linkwork/symbolic/subgraph.hpp"

namespace linkwork::test {

namespace {

using symbolic::Expression, symbolic::Graph, symbolic::Order;

struct Written {
  Graph graph;
  std::vector<Expression> q, v;

  explicit Written(const JointFunction& joint) {
    for (int i = 0; i < joint.positionSize(); ++i) q.push_back(graph.input(0, i));
    for (int i = 0; i < joint.coordinates(); ++i) v.push_back(graph.input(1, i));
  }
  JointMotion<Expression> asOnePose(const JointFunction& joint, Order order) const {
    return motionOf(joint.pose(q.data()), std::span(q).first(v.size()), v, order);
  }
};

/// Returns the values of a motion: the pose, S, and optionally Ṡ v.
template <typename Scalar>
std::vector<Scalar> numbersOf(const JointMotion<Scalar>& motion, bool withBias = true) {
  std::vector<Scalar> numbers(motion.pose.rotation.data(), motion.pose.rotation.data() + 9);
  for (int i = 0; i < 3; ++i) numbers.push_back(motion.pose.translation[i]);
  numbers.insert(numbers.end(), motion.subspace.data(),
                 motion.subspace.data() + motion.subspace.size());
  if (withBias) numbers.insert(numbers.end(), motion.bias.data(), motion.bias.data() + 6);
  return numbers;
}

std::vector<double> valuesOf(const JointMotion<Expression>& motion, const std::vector<double>& q,
                             const std::vector<double>& v) {
  const std::vector<Expression> numbers = numbersOf(motion);
  const symbolic::Tape tape(numbers);
  std::vector<double> values(numbers.size()), workspace(static_cast<std::size_t>(tape.registers()));
  const double* const inputs[] = {q.data(), v.data()};
  tape.run(inputs, values.data(), workspace.data());
  return values;
}

double largestDifference(const std::vector<double>& a, const std::vector<double>& b) {
  REQUIRE(a.size() == b.size());
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    if (const double difference = std::abs(a[i] - b[i]) / (1 + std::abs(b[i]));
        !(difference <= largest))
      largest = difference;
  return largest;
}

CustomJoint turns(const std::vector<Eigen::Vector3d>& axes) {
  CustomJoint joint;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    joint.coordinates.push_back(std::string(1, static_cast<char>('a' + i)));
    joint.pose.push_back(CustomJoint::Rotation{axes[i], joint.coordinates.back()});
  }
  return joint;
}

/// A Bézier curve with 7 control points as a rail.
CurveJoint railWith(CurveFrame frame) {
  CurveJoint joint;
  joint.frame = frame;
  for (int i = 0; i < 7; ++i)
    joint.points.emplace_back(0.31 * i + 0.02 * i * i, 0.4 * std::sin(1.3 * i + 0.2),
                              0.3 * std::cos(0.9 * i - 0.4));
  return joint;
}

/// A Bézier surface with 5×5 control points.
SurfaceJoint bowlWith(bool spin) {
  SurfaceJoint joint;
  joint.spin = spin;
  joint.points.resize(5);
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 5; ++j)
      joint.points[static_cast<std::size_t>(i)].emplace_back(0.6 * i + 0.03 * j, 0.5 * j - 0.04 * i,
                                                             0.3 * std::sin(1.1 * i + 0.7 * j * j));
  return joint;
}

/// The Frenet frame of a helix of radius 0.5 that climbs by 0.2 per radian. x points outward. y is
/// along the tangent, tilted by atan(0.2 / 0.5).
CustomJoint helixJoint() {
  CustomJoint joint;
  joint.coordinates = {"s"};
  joint.pose = {CustomJoint::Rotation{{0, 0, 1}, "s"},
                CustomJoint::Translation{{"0.5", "0", "0.2*s"}},
                CustomJoint::Rotation{{1, 0, 0}, "0.38050637711236490"}};
  return joint;
}

}  // namespace

TEST_CASE("a universal joint in expressions agrees with the built-in universal joint", "[joints]") {
  const ExpressedJoint joint(
      2, {[](const Expression* q) {
        return std::vector{UniversalJoint<Expression>::transform({q[0], q[1]})};
      }});
  std::mt19937 random(1);
  std::uniform_real_distribution<double> draw(-3, 3);
  for (int trial = 0; trial < 100; ++trial) {
    const Eigen::Vector2d q(draw(random), draw(random)), v(draw(random), draw(random));
    JointMotion<double> motion;
    joint.evaluate(q.data(), v.data(), motion);
    CHECK((motion.pose.rotation - UniversalJoint<double>::transform(q).rotation).norm() <
          8 * epsilon);
    CHECK((motion.subspace - UniversalJoint<double>::motionSubspace(q)).norm() < 8 * epsilon);
    CHECK((motion.bias - UniversalJoint<double>::bias(q, v)).norm() < 64 * epsilon);
  }
}

TEST_CASE("motion by factors agrees with motion of one pose, in every order and chart",
          "[joints]") {
  const std::vector<double> v{0.7, -0.4, 1.1, 0.3, -0.9};
  for (const FunctionKind& kind : everyFunctionKind()) {
    CAPTURE(kind.name);
    const JointFunction& joint = *kind.joint;
    const Written written(joint);
    const JointMotion<Expression> motion = joint.motion(written.q.data(), written.v.data());
    const JointMotion<Expression> one = written.asOnePose(joint, Order::forward);
    for (const std::vector<double>& q : positionsOf(joint, 3)) {
      JointMotion<double> evaluated;
      joint.evaluate(q.data(), v.data(), evaluated);
      const std::vector<double> numbers = valuesOf(motion, q, v);
      // Second derivatives of curves and unit vectors: values of 10² to 10³ that cancel.
      CHECK(largestDifference(numbers, numbersOf(evaluated)) < 1e-13);
      CHECK(largestDifference(valuesOf(one, q, v), numbers) < 1e-10);
    }
  }
}

/// Operations (+ − × ÷) for [pose, S] and for [pose, S, Ṡ v]. The table in bench/README.md lists
/// the limits.
TEST_CASE("operation counts of joint types stay within their limits", "[joints]") {
  struct Counts {
    int subspace, all;
  };
  struct Row {
    std::string name;
    std::shared_ptr<const JointFunction> joint;
    Counts forward, reverse, factored, byFactors;
  };
  const auto touching = [](const ContactSurface& a, const ContactSurface& b, bool spin) {
    SurfaceContactJoint joint;
    joint.surfaces = {a, b};
    joint.spin = spin;
    return jointFunction(joint);
  };
  const Eigen::Vector3d x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  const ContactSurface ring = torus(1, 0.3), other = torus(0.8, 0.2);
  const auto tori = touching(ring, other, false), turning = touching(ring, other, true),
             onEllipsoid = touching(ellipsoid(1, 0.7, 0.5), other, true);
  const Row rows[] = {
      {"revolute", jointFunction(turns({z})), {0, 0}, {0, 0}, {0, 0}, {0, 0}},
      {"universal", jointFunction(turns({x, y})), {4, 8}, {4, 8}, {4, 8}, {4, 8}},
      {"Euler angles", jointFunction(turns({x, y, z})), {50, 186}, {59, 214}, {50, 186}, {18, 34}},
      {"tori", tori, {177, 594}, {277, 918}, {203, 658}, {98, 223}},
      {"tori, spin", turning, {318, 1076}, {429, 1446}, {336, 1122}, {145, 318}},
      {"ellipsoid", onEllipsoid, {491, 1587}, {877, 2840}, {585, 1898}, {303, 750}},
      {"helix", jointFunction(helixJoint()), {7, 7}, {7, 7}, {7, 7}, {7, 7}},
      {"curve",
       jointFunction(railWith(CurveFrame::fixed)),
       {64, 157},
       {68, 166},
       {64, 157},
       {64, 157}},
      {"curve, Frenet",
       jointFunction(railWith(CurveFrame::frenet)),
       {304, 865},
       {1014, 3110},
       {542, 1661},
       {304, 865}},
      {"curve, least turn",
       jointFunction(railWith(CurveFrame::rotationMinimising)),
       {390, 1052},
       {1081, 3190},
       {393, 1083},
       {359, 905}},
      {"surface",
       jointFunction(bowlWith(false)),
       {705, 1884},
       {3610, 10808},
       {1228, 3602},
       {705, 1884}},
      {"surface, spin",
       jointFunction(bowlWith(true)),
       {769, 2099},
       {4396, 13143},
       {1474, 4407},
       {747, 1958}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Written written(*row.joint);
    if (row.joint->charts() > 1) written.q.back() = 0;
    const auto check = [&](const JointMotion<Expression>& motion, const Counts& most) {
      CHECK(symbolic::countOperations(numbersOf(motion, false)).arithmetic() <= most.subspace);
      CHECK(symbolic::countOperations(numbersOf(motion)).arithmetic() <= most.all);
    };
    check(written.asOnePose(*row.joint, Order::forward), row.forward);
    check(written.asOnePose(*row.joint, Order::reverse), row.reverse);
    check(written.asOnePose(*row.joint, Order::factored), row.factored);
    check(row.joint->motion(written.q.data(), written.v.data()), row.byFactors);
  }
}

}  // namespace linkwork::test
