#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <utility>

#include "linkwork/joint.hpp"
#include "linkwork/joint_function.hpp"

/// Joints that are functions: from what a user says of them to what the algorithms run.
namespace linkwork {

/// An invalid description of a joint: its member, and the reason.
class JointDescriptionError : public std::invalid_argument {
 public:
  JointDescriptionError(std::string member, const std::string& problem)
      : std::invalid_argument(member + ": " + problem),
        member_(std::move(member)),
        problem_(problem) {}

  /// As in `points[2]`; within the description.
  const std::string& member() const { return member_; }
  const std::string& problem() const { return problem_; }

 private:
  std::string member_, problem_;
};

/// Throws JointDescriptionError if points, degree and closure do not make a curve.
void requireCurve(const Curve& curve);

/// Throws JointDescriptionError, about `points`, unless the net is rectangular, finite and of a
/// size as said.
void requireNet(const ControlNet& points);

/// The described joint as a function. Throws JointDescriptionError.
std::shared_ptr<const JointFunction> jointFunction(const CurveJoint& joint);
std::shared_ptr<const JointFunction> jointFunction(const SurfaceJoint& joint);
std::shared_ptr<const JointFunction> jointFunction(const SurfaceContactJoint& joint);
std::shared_ptr<const JointFunction> jointFunction(const EulerBallJoint& joint);
std::shared_ptr<const JointFunction> jointFunction(const CustomJoint& joint);

}  // namespace linkwork
