#include "linkwork/joint.hpp"
#include "linkwork/joints/described_joints.hpp"

#include "linkwork/joints/curve_pose.hpp"
#include "linkwork/joints/expressed_joint.hpp"
#include "linkwork/joints/joint_description_error.hpp"

namespace linkwork {

namespace {

class CurveFunction : public ExpressedJoint {
 public:
  explicit CurveFunction(const CurveShape& curve)
      : ExpressedJoint(1, {[curve](const symbolic::Expression* q) {
                         return transformsOf(curveFactors(curve, q[0]));
                       }}),
        closed_(curve.closed),
        end_(curve.end()) {}

  Range range(int) const override { return closed_ ? Range{} : Range{0, end_}; }

 private:
  bool closed_;
  double end_;
};

}  // namespace

std::shared_ptr<const JointFunction> jointFunction(const CurveJoint& joint) {
  return std::make_shared<CurveFunction>(curveShape(joint));
}

}  // namespace linkwork
