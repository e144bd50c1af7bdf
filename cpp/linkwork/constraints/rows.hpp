#pragma once

#include "linkwork/elementary.hpp"
#include "linkwork/joints/any_joint.hpp"
#include "linkwork/spatial/vec3_pose.hpp"

/// The constraint rows of a joint that closes a loop, for every scalar and every method.
///
/// P and C are the axes of the joint's frames on parent and child, d the offset from the parent's
/// origin to the child's [m], all in common axes. A row is a product of two of these vectors:
///
///   across i, j   P_i · C_j = 0
///   along i       P_i · d = 0
///   together i    C_i · d = 0                 three rows: the points coincide
///   screw p       P_z · d − p θ = 0           θ: the child's angle about z with all turns
///   rod L         (d · d − L²) / 2L = 0
///
/// With the vectors a and b of a product, a row consists of
///
///   gap        a · b                          constraint violation
///   change     Δa · (b + Δb) + a · Δb         for changes Δa and Δb, free of cancellation
///   rate       ȧ · b + a · ḃ                  J v
///   gradient   Jᵀ, a wrench on the child; its opposite acts on the parent
///   bias       ä · b + 2 ȧ · ḃ + a · b̈        J̇ v: the second derivative at q̈ = 0
///
/// Source: Haug, "Computer Aided Kinematics and Dynamics of Mechanical Systems", section 9.4.
namespace linkwork {

/// The vectors of a joint in any axes, or their changes.
template <typename Scalar>
struct JointVectors {
  std::array<Vec3<Scalar>, 3> parentAxes, childAxes;  ///< P, C
  Vec3<Scalar> offset;                                ///< d [m]

  // The interface of rows to the vectors. Other types may have the same three members.
  const Vec3<Scalar>& parentAxis(std::size_t axis) const { return parentAxes[axis]; }
  const Vec3<Scalar>& childAxis(std::size_t axis) const { return childAxes[axis]; }
  const Vec3<Scalar>& childFromParent() const { return offset; }
};

/// Angular velocities of parent and child and the rate of d, or their derivatives at q̈ = 0.
template <typename Scalar>
struct JointRates {
  Vec3<Scalar> parent, child, offset;
};

/// A force at the child's origin and a torque. Their opposites act on the parent.
template <typename Scalar>
struct RowWrench {
  Vec3<Scalar> force, torque;

  /// About the child's origin.
  Vector6<Scalar> vector() const {
    return {torque.x, torque.y, torque.z, force.x, force.y, force.z};
  }
};

enum class RowKind { across, along, together, screw, rod };

/// Twice the cosine and sine of the child's angle about z in the parent, of the closest rotation
/// about z. The axes may also be changes of axes.
template <typename Parent, typename Child>
auto turnOf(const Parent& parent, const Child& child) {
  const auto px = parent.parentAxis(0), py = parent.parentAxis(1);
  const auto cx = child.childAxis(0), cy = child.childAxis(1);
  return std::array{dot(px, cx) + dot(py, cy), dot(py, cx) - dot(px, cy)};
}

/// The child's angle about z, within a turn [rad].
template <typename Vectors>
auto angleAboutZ(const Vectors& x) {
  using elementary::atan2;
  const auto [cosine, sine] = turnOf(x, x);
  return atan2(sine, cosine);
}

/// The change of this angle by changes of the vectors, below half a turn [rad]. Accurate relative
/// to the change.
template <typename Vectors>
auto angleChange(const Vectors& x, const Vectors& by) {
  using elementary::atan2;
  const auto [cosine, sine] = turnOf(x, x);
  const auto byParent = turnOf(by, x), byChild = turnOf(x, by), byBoth = turnOf(by, by);
  const auto cosineChange = byParent[0] + byBoth[0] + byChild[0];
  const auto sineChange = byParent[1] + byBoth[1] + byChild[1];
  return atan2(cosine * sineChange - sine * cosineChange,
               cosine * (cosine + cosineChange) + sine * (sine + sineChange));
}

template <typename Scalar>
struct RowRule {
  RowKind kind = RowKind::across;
  std::size_t parentAxis = 0, childAxis = 0;
  Scalar measure{};  ///< pitch of a screw [m/rad], length of a rod [m]

  /// Whether the gap is a length [m]. If not, it is a sine or cosine.
  bool isLength() const { return kind != RowKind::across; }

  /// The constraint violation. `angle` is the screw's θ.
  template <typename Vectors>
  Scalar gap(const Vectors& x, const Scalar& angle) const {
    if (kind == RowKind::across) return dot(x.parentAxis(parentAxis), x.childAxis(childAxis));
    const Vec3<Scalar> d = x.childFromParent();
    if (kind == RowKind::rod) return (dot(d, d) - measure * measure) / (Scalar(2) * measure);
    const Scalar along = dot(axis(x), d);
    return kind == RowKind::screw ? along - measure * angle : along;
  }

  /// The change of the gap by changes of the vectors.
  template <typename Vectors>
  Scalar change(const Vectors& x, const Vectors& by) const {
    if (kind == RowKind::rod) {
      const Vec3<Scalar> d = x.childFromParent(), more = by.childFromParent();
      return dot(more, Scalar(2) * d + more) / (Scalar(2) * measure);
    }
    const bool isAcross = kind == RowKind::across;
    const Vec3<Scalar> b = isAcross ? x.childAxis(childAxis) : x.childFromParent();
    const Vec3<Scalar> more = isAcross ? by.childAxis(childAxis) : by.childFromParent();
    const Scalar product = dot(axis(by), b + more) + dot(axis(x), more);
    return kind == RowKind::screw ? product - measure * angleChange(x, by) : product;
  }

  /// The rate of the gap: J v.
  template <typename Vectors>
  Scalar rate(const Vectors& x, const JointRates<Scalar>& v) const {
    if (kind == RowKind::rod) return dot(v.offset, x.childFromParent()) / measure;
    const Vec3<Scalar> n = axis(x), turned = cross(turning(v), n);
    if (kind == RowKind::across) {
      const Vec3<Scalar> other = x.childAxis(childAxis);
      return dot(turned, other) + dot(n, cross(v.child, other));
    }
    const Scalar along = dot(turned, x.childFromParent()) + dot(n, v.offset);
    return kind == RowKind::screw ? along - measure * dot(n, v.child - v.parent) : along;
  }

  /// The gradient of the gap, Jᵀ: the rate is force · u + torque · (ω_child − ω_parent), with u the
  /// velocity of the child's origin relative to the parent.
  template <typename Vectors>
  RowWrench<Scalar> wrench(const Vectors& x) const {
    const Vec3<Scalar> none{Scalar(0), Scalar(0), Scalar(0)};
    if (kind == RowKind::rod) return {(Scalar(1) / measure) * x.childFromParent(), none};
    const Vec3<Scalar> a = axis(x);
    if (kind == RowKind::across) return {none, cross(x.childAxis(childAxis), a)};
    if (kind == RowKind::together) return {a, cross(a, x.childFromParent())};
    return {a, kind == RowKind::screw ? (-measure) * a : none};
  }

  /// J̇ v.
  template <typename Vectors>
  Scalar bias(const Vectors& x, const JointRates<Scalar>& v, const JointRates<Scalar>& a) const {
    const Scalar two(2);
    if (kind == RowKind::rod)
      return (dot(a.offset, x.childFromParent()) + dot(v.offset, v.offset)) / measure;
    const Vec3<Scalar> n = axis(x), rate = cross(turning(v), n);
    const Vec3<Scalar> acceleration = cross(turning(a), n) + cross(turning(v), rate);
    if (kind == RowKind::across) {
      const Vec3<Scalar> other = x.childAxis(childAxis), otherRate = cross(v.child, other);
      return dot(acceleration, other) + two * dot(rate, otherRate) +
             dot(n, cross(a.child, other) + cross(v.child, otherRate));
    }
    const Scalar along =
        dot(acceleration, x.childFromParent()) + two * dot(rate, v.offset) + dot(n, a.offset);
    if (kind != RowKind::screw) return along;
    return along - measure * (dot(rate, v.child - v.parent) + dot(n, a.child - a.parent));
  }

 private:
  /// The first vector of the product, and its angular velocity.
  template <typename Vectors>
  Vec3<Scalar> axis(const Vectors& x) const {
    return kind == RowKind::together ? x.childAxis(childAxis) : x.parentAxis(parentAxis);
  }
  const Vec3<Scalar>& turning(const JointRates<Scalar>& v) const {
    return kind == RowKind::together ? v.child : v.parent;
  }
};

/// At most six rules.
template <typename Scalar>
class RowRules {
 public:
  void add(const RowRule<Scalar>& rule) { rules_[size_++] = rule; }
  std::size_t size() const { return size_; }
  const RowRule<Scalar>* begin() const { return rules_.data(); }
  const RowRule<Scalar>* end() const { return rules_.data() + size_; }

 private:
  std::array<RowRule<Scalar>, 6> rules_{};
  std::size_t size_ = 0;
};

/// The 6 − nv rows of a joint type: directions, then positions.
///
/// @param measure  pitch of a helical joint [m/rad], length of a rod [m]
template <typename Scalar>
RowRules<Scalar> rulesOf(JointType type, const Scalar& measure) {
  constexpr std::size_t x = 0, y = 1, z = 2;
  RowRules<Scalar> rules;
  const auto across = [&](std::size_t parent, std::size_t child) {
    rules.add({RowKind::across, parent, child, Scalar(0)});
  };
  const auto along = [&](auto... axes) {
    (rules.add({RowKind::along, axes, axes, Scalar(0)}), ...);
  };
  const auto together = [&] {
    for (const std::size_t axis : {x, y, z}) rules.add({RowKind::together, axis, axis, Scalar(0)});
  };
  const auto parallel = [&] { across(y, z), across(x, z); };
  switch (type) {
    case JointType::fixed:
      parallel(), across(x, y), together();
      break;
    case JointType::revolute:
      parallel(), together();
      break;
    case JointType::prismatic:
      parallel(), across(x, y), along(x, y);
      break;
    case JointType::helical:
      parallel(), along(x, y);
      rules.add({RowKind::screw, z, z, measure});
      break;
    case JointType::cylindrical:
      parallel(), along(x, y);
      break;
    case JointType::universal:
      across(x, y), together();
      break;
    case JointType::planar:
      parallel(), along(z);
      break;
    case JointType::spherical:
      together();
      break;
    case JointType::rod:
      rules.add({RowKind::rod, x, x, measure});
      break;
    case JointType::free:
    case JointType::general:
      break;
  }
  return rules;
}

/// The vectors of a closed joint whose pose is closest to `relative`.
///
/// The frames of a closed joint may be assumed to coincide: that moves the parent's frame along the
/// joint, which does not change the span of the rows. Only the first axis of a universal joint and
/// the direction of a rod depend on the pose.
///
/// @param relative   pose of the child's frame in the parent's
/// @param childAxes  axes of the child's frame in the axes of the result
template <typename Scalar>
JointVectors<Scalar> closedVectors(JointType type, const Scalar& measure,
                                   const Transform<Scalar>& relative,
                                   const Matrix3<Scalar>& childAxes) {
  JointVectors<Scalar> x{};
  for (std::size_t k = 0; k < 3; ++k)
    x.parentAxes[k] = x.childAxes[k] = vec3(childAxes.col(static_cast<Eigen::Index>(k)));
  if (type == JointType::universal) {
    using Joint = UniversalJoint<Scalar>;
    const auto subspace = Joint::motionSubspace(Joint::closest(relative));
    x.parentAxes[0] = subspace(0, 0) * x.childAxes[0] + subspace(2, 0) * x.childAxes[2];
  } else if (type == JointType::rod) {
    const Vector3<Scalar> along = RodJoint<Scalar>::closest(relative).direction;
    x.offset = measure * vec3(childAxes * (relative.rotation.transpose() * along));
  }
  return x;
}

/// The violation of a loop joint: J(q_l)⁻¹ E, the identity if it is closed, with E the child's pose
/// in the parent and q_l the joint's closest coordinates.
template <typename Scalar>
Transform<Scalar> violationOf(JointType type, const Scalar& measure,
                              const Transform<Scalar>& relative) {
  return withLoopJoint(type, measure, [&](const auto& joint) -> Transform<Scalar> {
    return joint.transform(joint.closest(relative)).inverse() * relative;
  });
}

}  // namespace linkwork
