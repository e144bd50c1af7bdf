#include "nested_jets.hpp"

#include <cmath>
#include <numbers>
#include <vector>

#include "linkwork/joint_function.hpp"
#include "linkwork/joints/described_joints.hpp"
#include "linkwork/joints/surface_contact_pose.hpp"
#include "linkwork/linalg/index.hpp"
#include "linkwork/symbolic/subgraph.hpp"

namespace linkwork::bench {

/// A number that counts what is done with it.
struct Counted {
  double value;
  static inline int operations = 0;

  Counted(double number = 0) : value(number) {}
  friend Counted operator-(const Counted& a) { return -a.value; }
  friend Counted operator+(const Counted& a, const Counted& b) {
    return ++operations, a.value + b.value;
  }
  friend Counted operator-(const Counted& a, const Counted& b) {
    return ++operations, a.value - b.value;
  }
  friend Counted operator*(const Counted& a, const Counted& b) {
    return ++operations, a.value * b.value;
  }
  Counted& operator+=(const Counted& b) { return *this = *this + b; }
  Counted& operator-=(const Counted& b) { return *this = *this - b; }
  friend Counted sin(const Counted& a) { return std::sin(a.value); }
  friend Counted cos(const Counted& a) { return std::cos(a.value); }
};

}  // namespace linkwork::bench

template <>
struct Eigen::NumTraits<linkwork::bench::Counted> : Eigen::NumTraits<double> {
  using Real = linkwork::bench::Counted;
  using NonInteger = Real;
  using Nested = Real;
  using Literal = Real;
};

namespace linkwork::bench {
namespace {

/// The pose of a torus on a torus, as one writes it.
struct ToriPose {
  SurfaceContactJoint joint;

  template <typename Scalar>
  Transform<Scalar> operator()(const Scalar* q) const {
    const auto& [outer, inner] = joint.surfaces;
    const ContactFrame<Scalar> a = torusFrame(outer.majorRadius, outer.minorRadius, q[0], q[1]);
    const ContactFrame<Scalar> b = torusFrame(inner.majorRadius, inner.minorRadius, q[2], q[3]);
    const Scalar c(std::cos(joint.angle)), s(std::sin(joint.angle));
    const Vec3Pose<Scalar> turned{c * a.x + s * a.y, s * a.x - c * a.y, -a.z,
                                  a.core + Scalar(a.offset + b.offset) * a.z};
    const Vec3Pose<Scalar> back{
        {b.x.x, b.y.x, b.z.x}, {b.x.y, b.y.y, b.z.y}, {b.x.z, b.y.z, b.z.z}, -b.coreAlong};
    return (turned * back).transform();
  }
};

bool areTori(const SurfaceContactJoint& joint) {
  return !joint.spin && joint.surfaces[0].type == ContactSurfaceType::torus &&
         joint.surfaces[1].type == ContactSurfaceType::torus;
}

/// What `functionJoint` does for [pose, S]: the pose, and its twist along each coordinate.
void subspaceByJets(const ToriPose& pose, const Counted* q) {
  using First = Jet<1, Counted>;
  pose(q);
  for (int k = 0; k < 4; ++k) {
    std::array<First, 4> moving;
    for (int i = 0; i < 4; ++i) moving[at(i)] = First(q[i], {i == k ? 1.0 : 0.0});
    detail::twistOf(pose(moving.data()));
  }
}

/// And for Ṡ q̇: the twist's rate along q̇.
void biasByJets(const ToriPose& pose, const Counted* q, const Counted* v) {
  using First = Jet<1, Counted>;
  using Second = Jet<1, First>;
  std::array<Second, 4> moving;
  for (int i = 0; i < 4; ++i) moving[at(i)] = Second(First(q[i], {v[i]}), {First(v[i], {0.0})});
  detail::twistOf(pose(moving.data()));
}

}  // namespace

Mechanism byNestedJets(Mechanism mechanism) {
  for (Joint& joint : mechanism.joints)
    if (const auto* contact = std::get_if<SurfaceContactJoint>(&joint.function);
        contact && areTori(*contact))
      joint.function = UserFunction{functionJoint(4, ToriPose{*contact})};
  return mechanism;
}

TorusOperations torusOperations() {
  SurfaceContactJoint joint;
  for (ContactSurface& surface : joint.surfaces) {
    surface.type = ContactSurfaceType::torus;
    surface.majorRadius = 0.1;
    surface.minorRadius = 0.02;
  }
  joint.spin = false;
  joint.angle = std::numbers::pi / 2;
  TorusOperations result{};

  symbolic::Graph graph;
  std::vector<symbolic::Expression> q, v, numbers;
  for (int i = 0; i < 4; ++i) {
    q.push_back(graph.input(0, i));
    v.push_back(graph.input(1, i));
  }
  const JointMotion<symbolic::Expression> motion = jointFunction(joint)->motion(q.data(), v.data());
  for (const auto& entry : motion.pose.rotation.reshaped()) numbers.push_back(entry);
  for (const auto& entry : motion.pose.translation) numbers.push_back(entry);
  for (const auto& entry : motion.subspace.reshaped()) numbers.push_back(entry);
  result.factoredSubspace = symbolic::countOperations(numbers).arithmetic();
  for (const auto& entry : motion.bias) numbers.push_back(entry);
  result.factoredAll = symbolic::countOperations(numbers).arithmetic();

  const Counted position[] = {0.3, 2.0, -0.4, 1.1}, rates[] = {0.7, -0.4, 1.1, 0.3};
  Counted::operations = 0;
  subspaceByJets({joint}, position);
  result.jetsSubspace = Counted::operations;
  biasByJets({joint}, position, rates);
  result.jetsAll = Counted::operations;
  return result;
}

}  // namespace linkwork::bench
