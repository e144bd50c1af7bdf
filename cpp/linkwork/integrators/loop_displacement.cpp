#include "linkwork/integrators/loop_displacement.hpp"

#include <Eigen/Geometry>

#include "linkwork/joints/constraint_rows.hpp"

namespace linkwork {

LoopRows loopRows(const LoopClosure<double>& loop, const Transform<double>& relative,
                  const Displacement& moved) {
  const JointVectors<double> x =
      closedVectors<double>(loop.joint, loop.measure, relative, Matrix3<double>::Identity());
  const Matrix3<double> turning = moved.turning();
  const auto toChild = [&](const Vec3<double>& a) {
    return a + vec3(turning.transpose() * vector3(a));
  };
  JointVectors<double> change{}, inChild = x;  // now, in the child's axes as they have turned
  for (std::size_t k = 0; k < 3; ++k) {
    change.childAxes[k] = vec3(turning.col(static_cast<Eigen::Index>(k)));
    inChild.parentAxes[k] = toChild(x.parentAxes[k]);
  }
  change.offset = vec3(moved.p);
  inChild.offset = toChild(x.offset + change.offset);

  LoopRows rows;
  for (const RowRule<double>& rule : rulesOf(loop.joint, loop.measure)) {
    rows.gap[rows.count] = rule.change(x, change);
    rows.force.col(rows.count) = rule.wrench(inChild).vector();
    ++rows.count;
  }
  return rows;
}

Displacement loopViolation(const LoopClosure<double>& loop, const Transform<double>& relative) {
  const Transform<double> gap = violationOf(loop.joint, loop.measure, relative);
  const Eigen::Quaterniond rotation(gap.rotation);
  return {rotation.w(), rotation.vec(), gap.translation};
}

}  // namespace linkwork
