#include <optional>

#include "linkwork/errors.hpp"
#include "linkwork/mechanism/validate/checks.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork::detail {

namespace {

/// The parent joint of each body.
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
  if (cycle.size() > 12) {  // shortened to its ends
    cycle[6] = "…";
    cycle.erase(cycle.begin() + 7, cycle.end() - 5);
  }
  std::string result;
  for (const std::string_view body : cycle) result += (result.empty() ? "" : " → ") + quoted(body);
  return result;
}

}  // namespace

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
