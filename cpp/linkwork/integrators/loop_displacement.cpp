#include "linkwork/integrators/loop_displacement.hpp"

#include <Eigen/Geometry>

#include "linkwork/joints/constraint_rows.hpp"

namespace linkwork {

LoopRows loopRows(const LoopClosure<double>& loop, const Transform<double>& relative,
                  const Displacement& moved) {
  const JointVectors<double> x =
      closedVectors<double>(loop.joint, loop.measure, relative, Matrix3<double>::Identity());
  JointVectors<double> change{}, now = x;
  for (std::size_t k = 0; k < 3; ++k) {
    change.childAxes[k] = vec3(moved.turn(Vector3<double>::Unit(static_cast<Eigen::Index>(k))));
    now.childAxes[k] = x.childAxes[k] + change.childAxes[k];
  }
  change.offset = vec3(moved.p);
  now.offset = x.offset + change.offset;

  const Displacement back{moved.w, -moved.v};
  const auto inChild = [&](const Vec3<double>& a) -> Vector3<double> {
    return vector3(a) + back.turn(vector3(a));
  };
  LoopRows rows;
  for (const RowRule<double>& rule : rulesOf(loop.joint, loop.measure)) {
    const RowWrench<double> wrench = rule.wrench(now);
    rows.gap[rows.count] = rule.change(x, change);
    rows.force.col(rows.count) << inChild(wrench.torque), inChild(wrench.force);
    ++rows.count;
  }
  return rows;
}

Displacement loopOpening(const LoopClosure<double>& loop, const Transform<double>& relative) {
  const Transform<double> gap = openingOf(loop.joint, loop.measure, relative);
  const Eigen::Quaterniond rotation(gap.rotation);
  return {rotation.w(), rotation.vec(), gap.translation};
}

}  // namespace linkwork
