#include "linkwork/joint.hpp"
#include "linkwork/joints/described_joints.hpp"

#include "linkwork/joints/curve_pose.hpp"
#include "linkwork/joints/expressed_joint.hpp"

namespace linkwork {

std::shared_ptr<const JointFunction> jointFunction(const CurveJoint& joint) {
  const CurveShape curve = curveShape(joint);
  const ExpressedJoint::Pose pose = [curve](const symbolic::Expression* q) {
    return transformsOf(curveFactors(curve, q[0]));
  };
  return std::make_shared<ExpressedJoint>(
      1, std::vector{pose},
      std::vector{curve.closed ? JointFunction::Range{} : JointFunction::Range{0, curve.end()}});
}

}  // namespace linkwork
