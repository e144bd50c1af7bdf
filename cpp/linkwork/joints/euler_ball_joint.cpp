#include "linkwork/elementary.hpp"
#include "linkwork/joint.hpp"
#include "linkwork/joints/described_joints.hpp"

#include "linkwork/joints/euler_ball_pose.hpp"
#include "linkwork/joints/expressed_joint.hpp"

namespace linkwork {

namespace {

using symbolic::Expression;

class EulerBall : public ExpressedJoint {
 public:
  EulerBall() : ExpressedJoint(3, {poseIn(0), poseIn(1)}, {Range{}, betweenPoles}) {}

  int chartFor(const double* q) const override {
    const int own = static_cast<int>(q[3]);
    return isNearPole(q[1]) ? 1 - own : own;
  }

  void toChart(int chart, double* q) const override {
    if (chart == static_cast<int>(q[3])) return;
    const Eigen::Matrix3d r =
        productOf(eulerBallFactors(static_cast<int>(q[3]), q)).transform().rotation;
    if (chart == 0) {
      q[0] = elementary::atan2(-r(1, 2), r(2, 2));
      q[1] = elementary::atan2(r(0, 2), elementary::hypot(r(1, 2), r(2, 2)));
      q[2] = elementary::atan2(-r(0, 1), r(0, 0));
    } else {
      q[0] = elementary::atan2(r(0, 2), r(2, 2));
      q[1] = elementary::atan2(-r(1, 2), elementary::hypot(r(0, 2), r(2, 2)));
      q[2] = elementary::atan2(r(1, 0), r(1, 1));
    }
    q[3] = chart;
  }

 private:
  static Pose poseIn(int chart) {
    return [chart](const Expression* q) { return transformsOf(eulerBallFactors(chart, q)); };
  }
};

}  // namespace

std::shared_ptr<const JointFunction> jointFunction(const EulerBallJoint&) {
  return std::make_shared<EulerBall>();
}

}  // namespace linkwork
