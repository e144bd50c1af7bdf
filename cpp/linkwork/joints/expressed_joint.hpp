#pragma once

#include <functional>
#include <vector>

#include "linkwork/joints/joint_motion.hpp"
#include "linkwork/symbolic/tape.hpp"

namespace linkwork {

/// A joint whose pose was written down once, differentiated symbolically, and is run from the tape.
/// Joints with ends or charts derive from this and add the rest of JointFunction.
class ExpressedJoint : public JointFunction {
 public:
  /// J(q) in one chart as a product of poses; q has d coordinates. The more factors the fewer
  /// operations (motionOf).
  using Pose =
      std::function<std::vector<Transform<symbolic::Expression>>(const symbolic::Expression* q)>;

  /// Charts by number: one Pose each.
  ExpressedJoint(int coordinates, std::vector<Pose> charts);

  int coordinates() const override { return coordinates_; }
  int charts() const override { return static_cast<int>(charts_.size()); }
  Transform<double> pose(const double* q) const override;
  Transform<DerivativeJet> pose(const DerivativeJet* q) const override;
  void evaluate(const double* q, const double* v, JointMotion<double>& motion) const override;
  void evaluate(const DerivativeJet* q, const DerivativeJet* v,
                JointMotion<DerivativeJet>& motion) const override;
  Transform<symbolic::Expression> pose(const symbolic::Expression* q) const override;
  JointMotion<symbolic::Expression> motion(const symbolic::Expression* q,
                                           const symbolic::Expression* v) const override;

 private:
  struct Chart {
    Pose pose;
    symbolic::Tape poseTape, motionTape;
  };
  static Chart record(int coordinates, Pose pose);
  template <typename Scalar>
  const Chart& chartOf(const Scalar* q) const;
  template <typename Scalar>
  Transform<Scalar> runPose(const Scalar* q) const;
  template <typename Scalar>
  void runMotion(const Scalar* q, const Scalar* v, JointMotion<Scalar>& motion) const;

  int coordinates_;
  std::vector<Chart> charts_;
};

}  // namespace linkwork
