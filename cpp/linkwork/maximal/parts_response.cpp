#include "linkwork/maximal/parts_response.hpp"

namespace linkwork::maximal {

PartsResponse::PartsResponse(const ClusterTree<double>& tree)
    : dynamics_(tree),
      response_(dynamics_),
      before_(at(dynamics_.partCount()), Vector6<double>::Zero()),
      now_(before_),
      q_(tree.initialPosition()),
      v_(Eigen::VectorXd::Zero(tree.velocitySize())) {
  dynamics_.place(q_, configuration_);
  response_.of(configuration_, q_, before_, now_);
}

void PartsResponse::place(const Eigen::VectorXd& q) {
  q_ = q;
  dynamics_.place(q_, configuration_);
  isFactored_ = false;
}

void PartsResponse::move(const Eigen::VectorXd& before, const Eigen::VectorXd& now,
                         bool isForeseen) {
  isForeseen_ = isForeseen;
  dynamics_.partVelocities(configuration_, q_, before, before_);
  dynamics_.partVelocities(configuration_, q_, now, now_);
}

const Eigen::VectorXd& PartsResponse::velocity() {
  dynamics_.jointVelocities(configuration_, now_, v_);
  return v_;
}

void PartsResponse::factor() {
  if (!isFactored_) dynamics_.factor(configuration_);
  isFactored_ = true;
}

void PartsResponse::anticipate(std::span<const contact::PushRow> rows, Eigen::MatrixXd& w) {
  factor();
  response_.anticipate(rows, w);
}

void PartsResponse::respond(std::span<const contact::PushRow> rows, const double* impulses) {
  factor();
  response_.respond(rows, impulses);
}

void PartsResponse::displace(std::span<const contact::PushRow> rows, const double* impulses) {
  factor();
  response_.displace(rows, impulses);
  dynamics_.readPosition(configuration_, q_);
  isFactored_ = false;
}

}  // namespace linkwork::maximal
