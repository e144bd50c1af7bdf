#include "linkwork/integrators/loop_displacement.hpp"

#include <Eigen/Geometry>

#include "linkwork/joints/any_joint.hpp"

namespace linkwork {
namespace {

using Vec3 = Vector3<double>;

const Vec3 unitX = Vec3::UnitX(), unitY = Vec3::UnitY(), unitZ = Vec3::UnitZ();

class Rows {
 public:
  explicit Rows(const Displacement& moved) : moved_(moved), back_{moved.w, -moved.v} {}

  /// direction · p
  void point(const Vec3& direction) {
    add(direction.dot(moved_.p), Vec3::Zero(), direction + back_.turn(direction));
  }
  /// a · R b, for a ⟂ b.
  void across(const Vec3& a, const Vec3& b) {
    add(a.dot(moved_.turn(b)), b.cross(a + back_.turn(a)), Vec3::Zero());
  }
  /// z stays z: two rows.
  void axis() {
    across(unitX, unitZ);
    across(unitY, unitZ);
  }
  /// The origin stays: three rows.
  void origin() {
    point(unitX);
    point(unitY);
    point(unitZ);
  }
  /// p_z = pitch · angle about z.
  void thread(double pitch) {
    const double angle = moved_.anglePerSine() * moved_.v.z();
    add(moved_.p.z() - pitch * angle, -pitch * unitZ, unitZ + back_.turn(unitZ));
  }
  /// (|L d + p|² − L²)/2L with the rod along d.
  void rod(double length, const Vec3& along) {
    const Vec3 tip = along + moved_.p / length;
    add(along.dot(moved_.p) + moved_.p.squaredNorm() / (2 * length), Vec3::Zero(),
        tip + back_.turn(tip));
  }

  const LoopRows& result() const { return rows_; }

 private:
  void add(double gap, const Vec3& moment, const Vec3& force) {
    rows_.gap[rows_.count] = gap;
    rows_.force.col(rows_.count) << moment, force;
    ++rows_.count;
  }

  const Displacement& moved_;
  Displacement back_;
  LoopRows rows_;
};

}  // namespace

LoopRows loopRows(const LoopClosure<double>& loop, const Transform<double>& relative,
                  const Displacement& moved) {
  Rows rows(moved);
  switch (loop.joint) {
    case JointType::fixed:
      rows.origin();
      rows.axis();
      rows.across(unitX, unitY);
      break;
    case JointType::revolute:
      rows.origin();
      rows.axis();
      break;
    case JointType::prismatic:
      rows.point(unitX);
      rows.point(unitY);
      rows.axis();
      rows.across(unitX, unitY);
      break;
    case JointType::helical:
      rows.point(unitX);
      rows.point(unitY);
      rows.axis();
      rows.thread(loop.measure);
      break;
    case JointType::cylindrical:
      rows.point(unitX);
      rows.point(unitY);
      rows.axis();
      break;
    case JointType::universal: {
      // The parent's x as the child sees it, which must stay across the child's y.
      const double angle = UniversalJoint<double>::closest(relative)[1];
      rows.origin();
      rows.across({std::cos(angle), 0, std::sin(angle)}, unitY);
      break;
    }
    case JointType::planar:
      rows.point(unitZ);
      rows.axis();
      break;
    case JointType::spherical:
      rows.origin();
      break;
    case JointType::free:
    case JointType::general:
      break;
    case JointType::rod: {
      const auto rod = RodJoint<double>::closest(relative);
      rows.rod(loop.measure, rod.rotation.transpose() * rod.direction);
      break;
    }
  }
  return rows.result();
}

Displacement loopOpening(const LoopClosure<double>& loop, const Transform<double>& relative) {
  const Transform<double> gap =
      withLoopJoint(loop.joint, loop.measure, [&](const auto& joint) -> Transform<double> {
        return joint.transform(joint.closest(relative)).inverse() * relative;
      });
  const Eigen::Quaterniond rotation(gap.rotation);
  return {rotation.w(), rotation.vec(), gap.translation};
}

}  // namespace linkwork
