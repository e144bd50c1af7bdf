#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace linkwork {

/// The kinds of joint: how a child may move in its parent. With a the joint's axis and a₂ its
/// second axis, the pose J(q) of the joint's frame on the child in the joint's frame on the parent
/// is
///
///   type         q                v          J(q)
///   fixed        -                -          identity
///   revolute     angle            q̇          Rot(a, q)
///   prismatic    length           q̇          Trans(a q)
///   helical      angle            q̇          Rot(a, q) Trans(a pitch q)
///   cylindrical  angle, length    q̇          Rot(a, q₀) Trans(a q₁)
///   universal    two angles       q̇          Rot(a, q₀) Rot(a₂, q₁)
///   planar       x, y, angle      q̇          Trans(x, y, 0) Rot(z, angle)
///   spherical    quaternion xyzw  ω (3)      Rot(q)            ω in the child's joint frame
///   free         p, quaternion    ω, v (6)   Trans(p) Rot(q)   twist in the child's joint frame
///
///   general      d numbers        q̇ (d ≤ 6)  any function: joint_function.hpp
///
/// A rod closes loops only, and has no coordinates in any state: it keeps the origins of its two
/// frames at a constant distance, whichever way it points and the frames turn (rod.hpp).
/// A general joint stands in the tree only; its kind has a name of its own in mechanism files, and
/// its sizes depend on the joint (mechanism.hpp).
enum class JointType {
  fixed,
  revolute,
  prismatic,
  helical,
  cylindrical,
  universal,
  planar,
  spherical,
  free,
  rod,
  general
};

/// The types of joints in the tree that have a class and a name of their own.
inline constexpr std::array allJointTypes{
    JointType::fixed,   JointType::revolute,    JointType::prismatic,
    JointType::helical, JointType::cylindrical, JointType::universal,
    JointType::planar,  JointType::spherical,   JointType::free};

/// The types of joints that close loops.
inline constexpr std::array allLoopTypes{
    JointType::fixed,       JointType::revolute,  JointType::prismatic, JointType::helical,
    JointType::cylindrical, JointType::universal, JointType::planar,    JointType::spherical,
    JointType::free,        JointType::rod};

namespace detail {

struct JointTypeFacts {
  std::string_view name;
  int positionSize;
  int velocitySize;
};

/// In the order of JointType.
inline constexpr std::array<JointTypeFacts, 11> jointTypeFacts{{
    {"fixed", 0, 0},
    {"revolute", 1, 1},
    {"prismatic", 1, 1},
    {"helical", 1, 1},
    {"cylindrical", 2, 2},
    {"universal", 2, 2},
    {"planar", 3, 3},
    {"spherical", 4, 3},
    {"free", 7, 6},
    {"rod", 0, 5},
    {"general", 0, 0},
}};

constexpr const JointTypeFacts& factsOf(JointType type) {
  return jointTypeFacts[static_cast<std::size_t>(type)];
}

}  // namespace detail

/// How many numbers q has; none of a rod, which is in no state. Not for general joints.
constexpr int positionSize(JointType type) { return detail::factsOf(type).positionSize; }

/// How many numbers v has: the joint's degrees of freedom. Not for general joints.
constexpr int velocitySize(JointType type) { return detail::factsOf(type).velocitySize; }

/// The type's name in mechanism files.
constexpr std::string_view name(JointType type) { return detail::factsOf(type).name; }

/// The type with this name in mechanism files, if there is one.
constexpr std::optional<JointType> jointTypeFromName(std::string_view desired) {
  for (const JointType type : allLoopTypes)
    if (name(type) == desired) return type;
  return std::nullopt;
}

/// Whether the type turns or slides along an axis of the user's choice.
constexpr bool hasAxis(JointType type) {
  return type == JointType::revolute || type == JointType::prismatic ||
         type == JointType::helical || type == JointType::cylindrical ||
         type == JointType::universal;
}

}  // namespace linkwork
