#include "linkwork/maximal/parts_response.hpp"

namespace linkwork::maximal {

PartsResponse::PartsResponse(const ClusterTree<double>& tree)
    : dynamics_(tree),
      response_(dynamics_),
      kinematics_(tree),
      before_(at(dynamics_.partCount()), Vector6<double>::Zero()),
      now_(before_),
      left_(before_),
      change_(before_),
      q_(tree.initialPosition()),
      v_(tree.initialVelocity()) {
  dynamics_.place(q_, configuration_);
  response_.of(configuration_, q_, before_, now_);
}

void PartsResponse::place(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  q_ = q;
  v_ = v;
  dynamics_.place(q_, configuration_);
  dynamics_.partVelocities(configuration_, q_, v_, before_);
  left_ = now_ = before_;
  push_ = {};
  isFactored_ = false;
}

void PartsResponse::accelerate(const Eigen::VectorXd& a, Push push) {
  push_ = push;
  kinematics_.place(q_, velocity());
  kinematics_.accelerations(a, change_);
  for (std::size_t p = 1; p < now_.size(); ++p) now_[p] += push.time * change_[p];
}

const Eigen::VectorXd& PartsResponse::velocity() {
  dynamics_.jointVelocities(configuration_, left_, v_);
  return v_;
}

void PartsResponse::settle(const Eigen::VectorXd& v) {
  dynamics_.partVelocities(configuration_, q_, v, left_);
  before_ = now_ = left_;
  push_ = {};
}

void PartsResponse::factor() {
  if (!isFactored_) dynamics_.factor(configuration_);
  isFactored_ = true;
}

double PartsResponse::jointRate(int body, int component, When when) const {
  return response_.jointRate(body, component, when);
}

void PartsResponse::assembleDelassus(std::span<const contact::ForceRow> rows, Eigen::MatrixXd& w) {
  factor();
  response_.assembleDelassus(rows, w);
}

contact::DampedResponse* PartsResponse::damped(std::span<const contact::ForceRow> rows) {
  return response_.of(configuration_, q_, before_, now_).damped(rows);
}

void PartsResponse::respond(std::span<const contact::ForceRow> rows, const double* impulses) {
  factor();
  for (Vector6<double>& change : change_) change.setZero();
  response_.of(configuration_, q_, before_, change_).respond(rows, impulses);
  response_.of(configuration_, q_, before_, now_);
  for (std::size_t p = 1; p < now_.size(); ++p) {
    now_[p] += change_[p];
    left_[p] += change_[p];
  }
}

double PartsResponse::displace(std::span<const contact::ForceRow> rows, const double* impulses,
                               double most) {
  factor();
  const double part = response_.displace(rows, impulses, most);
  dynamics_.readPosition(configuration_, q_);
  isFactored_ = false;
  return part;
}

}  // namespace linkwork::maximal
