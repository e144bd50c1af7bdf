#include "dynamics/random_mechanism.hpp"

#include "linkwork/dynamics/compile.hpp"
#include "linkwork/dynamics/energy.hpp"
#include "linkwork/dynamics/loop_closure.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/model/state_layout.hpp"

namespace linkwork::test {
namespace {

constexpr std::array movingTypes{JointType::revolute,    JointType::prismatic, JointType::helical,
                                 JointType::cylindrical, JointType::universal, JointType::planar,
                                 JointType::spherical,   JointType::free};
/// Loop types that leave enough dofs to a short path of the tree.
constexpr std::array loopTypes{JointType::spherical, JointType::cylindrical, JointType::planar,
                               JointType::universal, JointType::revolute,    JointType::rod};

int below(Random& random, std::size_t count) {
  return static_cast<int>(std::uniform_int_distribution<std::size_t>(0, count - 1)(random));
}

Frame randomFrame(Random& random) { return {randomVector(random, 0.3), randomRotation(random)}; }

Body randomBody(Random& random, int index) {
  Body body;
  body.name = "body" + std::to_string(index);
  body.mass = uniform(random, 0.3, 3);
  body.centerOfMass = randomVector(random, 0.2);
  // The inertia of four point masses is always physical.
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();
  for (int i = 0; i < 4; ++i) {
    const Eigen::Vector3d r = randomVector(random, 0.3);
    inertia += uniform(random, 0.1, 1) *
               (r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose());
  }
  body.inertia = {inertia(0, 0), inertia(1, 1), inertia(2, 2),
                  inertia(0, 1), inertia(0, 2), inertia(1, 2)};
  return body;
}

void giveGeometry(Random& random, JointType type, JointGeometry& joint) {
  joint.type = type;
  if (hasAxis(type)) joint.axis = randomVector(random, 1).normalized();
  if (type == JointType::universal)
    joint.axis2 = joint.axis.cross(randomVector(random, 1)).normalized();
  if (type == JointType::helical) joint.pitch = uniform(random, -0.2, 0.2);
  joint.parentFrame = randomFrame(random);
  joint.childFrame = randomFrame(random);
}

void givePassiveForces(Random& random, Joint& joint) {
  if (uniform(random, 0, 1) < 0.5) joint.damping = uniform(random, 0, 1);
  if (uniform(random, 0, 1) < 0.5) joint.stiffness = uniform(random, 0, 20);
  if (uniform(random, 0, 1) < 0.2) joint.friction = uniform(random, 0, 1);
  if (positionSize(joint) == velocitySize(joint)) joint.rest = uniform(random, -1, 1);
}

/// Armatures from a sequence of their own: all else is the same without them.
void giveArmatures(std::uint64_t seed, Mechanism& mechanism) {
  Random random(~seed);
  for (Joint& joint : mechanism.joints)
    if (joint.type != JointType::free && uniform(random, 0, 1) < 0.3)
      joint.armature = uniform(random, 0.02, 0.5);
}

std::vector<double> randomPosition(Random& random, JointType type) {
  return withJoint(type, 0.0, [&]<typename Joint>(const Joint& joint) {
    typename Joint::Velocity delta;
    for (Eigen::Index i = 0; i < delta.size(); ++i) delta[i] = uniform(random, -1, 1);
    const typename Joint::Position q =
        joint.retract(joint.closest(Transform<double>::Identity()), delta);
    return std::vector<double>(q.data(), q.data() + q.size());
  });
}

Frame frameOf(const Transform<double>& pose) {
  return {pose.translation, Eigen::Quaterniond(pose.rotation).normalized()};
}

/// Places a loop joint between two bodies. It is closed at the tree's pose.
Loop closedLoop(Random& random, const Mechanism& mechanism, const ClusterTree<double>& tree,
                const Workspace<double>& work, int index) {
  Loop loop;
  loop.name = "loop" + std::to_string(index);
  const auto count = mechanism.bodies.size();
  const int child = below(random, count);
  int parent = child;
  while (parent == child) parent = below(random, count + 1) - 1;  // includes the ground
  loop.child = mechanism.bodies[static_cast<std::size_t>(child)].name;
  loop.parent = parent == ground ? std::string(worldName)
                                 : mechanism.bodies[static_cast<std::size_t>(parent)].name;
  giveGeometry(random, loopTypes[static_cast<std::size_t>(below(random, loopTypes.size()))], loop);

  const auto poseOf = [&](int body) {
    return body == ground ? Transform<double>::Identity()
                          : bodyPose(tree, tree.treeBody(body), work);
  };
  if (loop.type == JointType::rod) {
    const auto ballOn = [&](int body, const Frame& frame) -> Eigen::Vector3d {
      const Transform<double> pose = poseOf(body);
      return pose.rotation * frame.position + pose.translation;
    };
    loop.length = (ballOn(child, loop.childFrame) - ballOn(parent, loop.parentFrame)).norm();
    return loop;
  }
  const std::vector<double> q = randomPosition(random, loop.type);
  const Transform<double> jointPose =
      withJoint(loop.type, loop.pitch, [&]<typename Joint>(const Joint& joint) {
        return joint.transform(Eigen::Map<const typename Joint::Position>(q.data()));
      });
  const Transform<double> turn{canonicalFrame(loop.type, loop.axis, loop.axis2),
                               Eigen::Vector3d::Zero()};
  const Transform<double> parentFrame{loop.parentFrame.rotation.toRotationMatrix(),
                                      loop.parentFrame.position};
  const Transform<double> jointInWorld =
      poseOf(parent) * parentFrame * turn * jointPose * turn.inverse();
  loop.childFrame = frameOf(poseOf(child).inverse() * jointInWorld);
  return loop;
}

Coupling gearAt(Random& random, const Mechanism& mechanism, const NamedState& state, int index) {
  Coupling gear;
  gear.name = "gear" + std::to_string(index);
  std::vector<std::string> joints;
  for (const Joint& joint : mechanism.joints)
    if (positionSize(joint) == 1) joints.push_back(joint.name);
  std::shuffle(joints.begin(), joints.end(), random);
  const std::size_t terms = uniform(random, 0, 1) < 0.8 ? 2 : 3;
  if (joints.size() < terms) return gear;
  for (std::size_t i = 0; i < terms; ++i) {
    gear.terms.push_back({joints[i], uniform(random, 0.5, 8)});
    gear.offset += gear.terms.back().coefficient * state.q.at(joints[i])[0];
  }
  return gear;
}

}  // namespace

double uniform(Random& random, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(random);
}

Eigen::Vector3d randomVector(Random& random, double size) {
  return {uniform(random, -size, size), uniform(random, -size, size), uniform(random, -size, size)};
}

Eigen::Quaterniond randomRotation(Random& random) {
  const Eigen::Vector3d xyz = randomVector(random, 1);
  return Eigen::Quaterniond(uniform(random, -1, 1), xyz.x(), xyz.y(), xyz.z()).normalized();
}

RandomMechanism randomMechanism(std::uint64_t seed, const Ingredients& ingredients) {
  Random random(seed);
  RandomMechanism result;
  Mechanism& mechanism = result.mechanism;
  NamedState& state = result.state;
  mechanism.name = "random " + std::to_string(seed);
  mechanism.gravity = randomVector(random, 10);
  for (int i = 0; i < ingredients.bodies; ++i) {
    mechanism.bodies.push_back(randomBody(random, i));
    Joint joint;
    joint.name = "joint" + std::to_string(i);
    joint.child = mechanism.bodies.back().name;
    const bool isRoot = i == 0 || (!ingredients.isFloating && uniform(random, 0, 1) < 0.15);
    const int parent =
        isRoot ? ground : std::max(below(random, static_cast<std::size_t>(i)), i - 3);
    joint.parent = isRoot ? std::string(worldName) : "body" + std::to_string(parent);
    const std::size_t kinds = ingredients.isFloating ? movingTypes.size() - 1 : movingTypes.size();
    JointType type = movingTypes[static_cast<std::size_t>(below(random, kinds))];
    if (uniform(random, 0, 1) < 0.3) type = JointType::revolute;
    if (ingredients.isFloating && i == 0) type = JointType::free;
    giveGeometry(random, type, joint);
    if (ingredients.passiveForces && !(ingredients.isFloating && i == 0))
      givePassiveForces(random, joint);
    state.q[joint.name] = randomPosition(random, joint.type);
    mechanism.joints.push_back(joint);
  }
  if (ingredients.armatures) giveArmatures(seed, mechanism);
  for (int i = 0; i < ingredients.gears; ++i)
    if (Coupling gear = gearAt(random, mechanism, state, i); !gear.terms.empty())
      mechanism.couplings.push_back(gear);
  {
    const ClusterTree<double> tree =
        compile(mechanism, NamedState{.q = state.q, .v = {}, .tau = {}, .a = {}, .wrenches = {}});
    Workspace<double> work(tree);
    updateKinematics<double>(tree, tree.initialPosition(), tree.initialVelocity(), work);
    updatePoses(tree, work);
    for (int i = 0; i < ingredients.loops; ++i)
      mechanism.loops.push_back(closedLoop(random, mechanism, tree, work, i));
  }

  const ClusterTree<double> tree = compile(mechanism, state);
  Workspace<double> work(tree);
  Eigen::VectorXd q = tree.initialPosition(), v(tree.velocitySize()), tau(tree.velocitySize());
  for (Eigen::Index i = 0; i < v.size(); ++i) {
    v[i] = uniform(random, -1, 1);
    tau[i] = uniform(random, -5, 5);
  }
  closeLoops<double>(tree, work, q, v);
  state.q = namedPosition(mechanism, q);
  state.v = namedVelocity(mechanism, v);
  state.tau = namedVelocity(mechanism, tau);
  for (const Body& body : mechanism.bodies)
    if (uniform(random, 0, 1) < 0.3)
      state.wrenches[body.name] << randomVector(random, 3), randomVector(random, 3);
  return result;
}

RandomMechanism randomMechanism(std::uint64_t seed) {
  Ingredients ingredients;
  ingredients.bodies = 3 + static_cast<int>(seed % 12);
  ingredients.gears = static_cast<int>(seed / 2 % 3);
  ingredients.loops = static_cast<int>(seed / 3 % 3);
  ingredients.isFloating = seed % 7 == 0;
  return randomMechanism(seed, ingredients);
}

}  // namespace linkwork::test
