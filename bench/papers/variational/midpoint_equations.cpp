#include "papers/variational/midpoint_equations.hpp"

namespace linkwork::papers {

void MidpointEquations::begin(const Eigen::VectorXd& q, double h, const Eigen::VectorXd& momentum) {
  start_ = q;
  h_ = h;
  momentum_ = momentum;
}

void MidpointEquations::residualByDerivatives(const Eigen::VectorXd& u, Eigen::VectorXd& f) {
  middle_ = start_ + 0.5 * h_ * u;
  lagrangian_.differentiateByBody(middle_, u);
  f = lagrangian_.alongVelocity() - 0.5 * h_ * lagrangian_.alongPosition() - momentum_;
}

void MidpointEquations::residualByRecursion(const Eigen::VectorXd& u, Eigen::VectorXd& f) {
  middle_ = start_ + 0.5 * h_ * u;
  lagrangian_.differentiateByRecursion(middle_, u);
  f = lagrangian_.alongVelocity() - 0.5 * h_ * lagrangian_.alongPosition() - momentum_;
}

void MidpointEquations::endMomentum(Eigen::VectorXd& momentum) const {
  momentum = lagrangian_.alongVelocity() + 0.5 * h_ * lagrangian_.alongPosition();
}

}  // namespace linkwork::papers
