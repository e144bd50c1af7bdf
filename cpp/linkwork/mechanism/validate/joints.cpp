#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "linkwork/errors.hpp"
#include "linkwork/mechanism/joint_functions.hpp"
#include "linkwork/mechanism/validate/checks.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork::detail {

namespace {

/// The joint types for which `has` holds, for "(revolute, prismatic)".
template <typename Predicate>
std::string typesThat(Predicate has) {
  std::vector<std::string_view> names;
  for (const JointType type : allJointTypes)
    if (has(type)) names.push_back(name(type));
  return listed(names);
}

/// A field that the joint's type does not use must be at its default: anything else would be
/// silently ignored.
template <typename Predicate>
void requireUnused(const Path& path, bool isDefault, const JointGeometry& joint, Predicate has) {
  if (isDefault || has(joint.type)) return;
  const std::string whole = path;
  throw MechanismError(whole, "a " + std::string(typeName(joint)) + " joint takes no " +
                                  whole.substr(whole.rfind('.') + 1) +
                                  "; those that do: " + typesThat(has) + named(joint.name));
}

/// Requires an axis with a direction, squares of whose numbers are numbers; returns it with
/// length 1.
Eigen::Vector3d checkedAxis(const Path& path, const Eigen::Vector3d& axis,
                            const JointGeometry& joint) {
  requireFinite(path, std::span(axis.data(), 3));
  const double length = axis.stableNorm();
  if (!(length > 1e-12 && length < 1e150))
    throw MechanismError(path, "has length " + written(length) +
                                   "; an axis needs a direction, and a length from 1e-12 to 1e150" +
                                   named(joint.name));
  return axis / length;
}

void checkAxes(const Path& path, const JointGeometry& joint) {
  const auto isUniversal = [](JointType type) { return type == JointType::universal; };
  const auto isHelical = [](JointType type) { return type == JointType::helical; };
  const JointGeometry defaults;
  requireUnused(path + ".axis", joint.axis == defaults.axis, joint, hasAxis);
  requireUnused(path + ".axis2", joint.axis2 == defaults.axis2, joint, isUniversal);
  requireFinite(path + ".pitch", joint.pitch);
  requireUnused(path + ".pitch", joint.pitch == 0, joint, isHelical);
  if (!hasAxis(joint.type)) return;

  const Eigen::Vector3d axis = checkedAxis(path + ".axis", joint.axis, joint);
  if (!isUniversal(joint.type)) return;
  const double cosine = axis.dot(checkedAxis(path + ".axis2", joint.axis2, joint));
  if (!(std::abs(cosine) <= unitTolerance))
    throw MechanismError(path + ".axis2",
                         "is not perpendicular to axis: the cosine between them is " +
                             written(cosine) + ", expected 0 to 1e-6" + named(joint.name));
}

void checkGeometry(const Path& path, const JointGeometry& joint, const NameIndex& bodies) {
  requireBodyOrWorld(path + ".parent", joint.parent, bodies);
  requireBodyOrWorld(path + ".child", joint.child, bodies);
  if (joint.parent == joint.child)
    throw MechanismError(path + ".child", "joins " + quoted(joint.child) +
                                              " to itself; parent and child must differ" +
                                              named(joint.name));
  checkAxes(path, joint);
  checkFrame(path + ".parentFrame", joint.parentFrame);
  checkFrame(path + ".childFrame", joint.childFrame);
}

/// Rods close loops and need a length; other loops take none.
void checkLength(const Path& path, const Loop& loop) {
  requireFinite(path, loop.length);
  if (loop.type != JointType::rod && loop.length != 0)
    throw MechanismError(path, "a " + std::string(typeName(loop)) +
                                   " loop takes no length; only a rod does" + named(loop.name));
  if (loop.type == JointType::rod && !(loop.length > 0))
    throw MechanismError(path, "expected the length of a rod, greater than 0 m, found " +
                                   written(loop.length) + named(loop.name));
}

void checkLimits(const Path& path, const Joint& joint) {
  if (!joint.limits) return;
  const auto hasOneCoordinate = [](JointType type) { return positionSize(type) == 1; };
  if (positionSize(joint) != 1) requireUnused(path, false, joint, hasOneCoordinate);
  const auto [lower, upper, restitution] = *joint.limits;
  constexpr double open = std::numeric_limits<double>::infinity();
  if (lower != -open) requireFinite(path + ".lower", lower);
  if (upper != open) requireFinite(path + ".upper", upper);
  if (lower == -open && upper == open)
    throw MechanismError(
        path, "found no bound; expected \"lower\", \"upper\" or both" + named(joint.name));
  if (!(restitution >= 0 && restitution <= 1))
    throw MechanismError(path + ".restitution",
                         "expected 0 to 1, found " + written(restitution) + named(joint.name));
  if (lower > upper)
    throw MechanismError(
        path, "lower " + written(lower) + " is above upper " + written(upper) + named(joint.name));
}

void checkForces(const Path& path, const Joint& joint) {
  checkLimits(path + ".limits", joint);
  const auto moves = [](JointType type) { return velocitySize(type) > 0; };
  // On quaternions and charts a rest pose other than identity is not one number.
  const auto isVector = [&](JointType type) {
    return moves(type) && positionSize(type) == velocitySize(type);
  };
  const bool hasVelocity = velocitySize(joint) > 0;
  const bool hasRest = hasVelocity && positionSize(joint) == velocitySize(joint);
  requireNotNegative(path + ".damping", joint.damping);
  requireNotNegative(path + ".stiffness", joint.stiffness);
  requireNotNegative(path + ".friction", joint.friction);
  requireFinite(path + ".rest", joint.rest);
  requireUnused(path + ".damping", joint.damping == 0 || hasVelocity, joint, moves);
  requireUnused(path + ".stiffness", joint.stiffness == 0 || hasVelocity, joint, moves);
  requireUnused(path + ".friction", joint.friction == 0 || hasVelocity, joint, moves);
  requireUnused(path + ".rest", joint.rest == 0 || hasRest, joint, isVector);
}

/// That a general joint, and no other, says which function it is. Which it is, jointFunctions
/// checks.
void checkFunction(const Path& path, const JointGeometry& joint) {
  const bool isGeneral = joint.type == JointType::general;
  if (isGeneral != std::holds_alternative<std::monostate>(joint.function)) return;
  throw MechanismError(path + ".function",
                       (isGeneral ? "a general joint needs to say which function it is"
                                  : "a " + std::string(typeName(joint)) + " joint takes none") +
                           named(joint.name));
}

/// The joint that carries each body.
std::vector<std::size_t> parentJointsOf(const Mechanism& mechanism, const NameIndex& bodies) {
  std::vector<std::optional<std::size_t>> parentJoints(bodies.size());
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i) {
    const Joint& joint = mechanism.joints[i];
    auto& parentJoint = parentJoints[*bodies.find(joint.child)];
    if (parentJoint)
      throw MechanismError(itemPath("joints", i) + ".child",
                           "body " + quoted(joint.child) + " is already the child of " +
                               itemPath("joints", *parentJoint) +
                               named(mechanism.joints[*parentJoint].name) +
                               "; a body has one joint, further ones are loops");
    parentJoint = i;
  }
  std::vector<std::size_t> result;
  for (std::size_t body = 0; body < parentJoints.size(); ++body) {
    if (!parentJoints[body])
      throw MechanismError(itemPath("bodies", body),
                           "is the child of no joint; every body is the child of exactly one" +
                               named(mechanism.bodies[body].name));
    result.push_back(*parentJoints[body]);
  }
  return result;
}

/// `a → b → a`, starting at the child of a joint on a cycle and walking to the parents.
std::string cycleThrough(std::size_t joint, const Mechanism& mechanism, const NameIndex& bodies,
                         const std::vector<std::size_t>& parentJoints) {
  std::vector<std::string_view> cycle{mechanism.joints[joint].child};
  for (std::size_t at = joint; cycle.size() == 1 || cycle.back() != cycle.front();) {
    cycle.push_back(mechanism.joints[at].parent);
    at = parentJoints[*bodies.find(mechanism.joints[at].parent)];
  }
  if (cycle.size() > 12) {  // the ends tell enough
    cycle[6] = "…";
    cycle.erase(cycle.begin() + 7, cycle.end() - 5);
  }
  std::string result;
  for (const std::string_view body : cycle) result += (result.empty() ? "" : " → ") + quoted(body);
  return result;
}

}  // namespace

void checkJoints(const Mechanism& mechanism, const NameIndex& bodies, const NameIndex& joints) {
  for (std::size_t i = 0; i < mechanism.joints.size(); ++i) {
    const Joint& joint = mechanism.joints[i];
    const Path path("joints", i);
    if (joint.child == worldName)
      throw MechanismError(path + ".child",
                           "\"world\" is the ground and no joint's child" + named(joint.name));
    if (joint.type == JointType::rod)
      throw MechanismError(path + ".type",
                           "a rod carries no body: it only closes loops; use it in loops, and a "
                           "joint of another type here" +
                               named(joint.name));
    checkGeometry(path, joint, bodies);
    checkFunction(path, joint);
    checkForces(path, joint);
  }
  NameIndex("loops", mechanism.loops);
  for (std::size_t i = 0; i < mechanism.loops.size(); ++i) {
    const Loop& loop = mechanism.loops[i];
    const Path path("loops", i);
    checkGeometry(path, loop, bodies);
    checkFunction(path, loop);
    checkLength(path + ".length", loop);
    if (loop.type != JointType::general) continue;
    checkedFunction(path, loop.function);
    if (joints.find(loop.name) || bodies.find(loop.name) || loop.name == worldName)
      throw MechanismError(path + ".name",
                           quoted(loop.name) +
                               " is the name of a joint or a body; a loop that is a function has "
                               "coordinates in the state, by a name of its own");
  }
}

std::vector<std::size_t> checkTree(const Mechanism& mechanism, const NameIndex& bodies) {
  const std::vector<std::size_t> parentJoints = parentJointsOf(mechanism, bodies);

  // Walk up from every joint until the world or a joint already placed, then place the walk.
  enum class Mark { unseen, walking, placed };
  std::vector<Mark> marks(mechanism.joints.size(), Mark::unseen);
  std::vector<std::size_t> order;
  for (std::size_t start = 0; start < mechanism.joints.size(); ++start) {
    std::vector<std::size_t> walk;
    for (std::size_t joint = start; marks[joint] != Mark::placed;) {
      const std::string& parent = mechanism.joints[joint].parent;
      if (marks[joint] == Mark::walking)
        throw MechanismError(itemPath("joints", joint) + ".parent",
                             "the joints form a cycle that never reaches the world: " +
                                 cycleThrough(joint, mechanism, bodies, parentJoints) +
                                 "; make one of them a loop" + named(mechanism.joints[joint].name));
      marks[joint] = Mark::walking;
      walk.push_back(joint);
      if (parent == worldName) break;
      joint = parentJoints[*bodies.find(parent)];
    }
    for (const std::size_t joint : walk) marks[joint] = Mark::placed;
    order.insert(order.end(), walk.rbegin(), walk.rend());
  }
  return order;
}

}  // namespace linkwork::detail
