#include "linkwork/simulation/simulation.hpp"

/// Motors that follow trajectories.
namespace linkwork {

void Simulation::updateMotors(double time, const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  if (!controller_) return;
  controller_->update(tree_, time, q, v, work_);
  motorTorque_ = controller_->torque();
  isFresh_ = false;
}

void Simulation::track(const Tracking& tracking) {
  controller_ = JointController(mechanism_, tree_, tracking);
}

void Simulation::stopTracking() {
  controller_.reset();
  motorTorque_.setZero();
}

double Simulation::trackingError() const {
  return controller_ ? controller_->error(time(), state_.q) : 0;
}

std::span<const double> Simulation::trackingTorque() {
  updateMotors(time(), state_.q, state_.v);
  return {motorTorque_.data(), size(motorTorque_.size())};
}

}  // namespace linkwork
