#include "linkwork/joint.hpp"
#include "linkwork/joints/described_joints.hpp"

#include "linkwork/joints/expressed_joint.hpp"
#include "linkwork/joints/setup/arc_length.hpp"

namespace linkwork {

namespace {

using symbolic::Expression;

std::vector<Transform<Expression>> poseAt(const CurveShape& curve, const Expression* u) {
  return transformsOf(curveFactors(curve, *u));
}

/// The coordinate is s, the pose is written in u(s); |S| = 1 because du/ds = 1/|c'(u)| exactly.
std::shared_ptr<const JointFunction> alongLength(CurveShape curve) {
  const PiecewisePolynomial parameter = parameterByLength(curve);
  const double end = parameter.end();
  const bool closed = curve.closed;
  curve.closed = false;  // u(s) is within a round already
  return std::make_shared<ExpressedJoint>(
      1,
      std::vector<ExpressedJoint::Pose>{[curve](const Expression* u) { return poseAt(curve, u); }},
      std::vector{closed ? JointFunction::Range{} : JointFunction::Range{0, end}},
      ExpressedJoint::Parameter{
          [=](const Expression& s) { return evaluate(parameter, closed ? wrapped(s, end) : s); },
          [curve](const Expression& u) { return 1 / length(curveDerivative(curve, u, 1)); }});
}

}  // namespace

std::shared_ptr<const JointFunction> jointFunction(const CurveJoint& joint) {
  const CurveShape curve = curveShape(joint);
  if (joint.parameter == CurveParameter::arcLength) return alongLength(curve);
  const ExpressedJoint::Pose pose = [curve](const Expression* q) { return poseAt(curve, q); };
  return std::make_shared<ExpressedJoint>(
      1, std::vector{pose},
      std::vector{curve.closed ? JointFunction::Range{} : JointFunction::Range{0, curve.end()}});
}

}  // namespace linkwork
