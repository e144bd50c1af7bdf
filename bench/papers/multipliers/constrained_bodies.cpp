#include "papers/multipliers/constrained_bodies.hpp"

#include <utility>

#include "linkwork/errors.hpp"

namespace linkwork::papers {

ConstrainedBodies::ConstrainedBodies(std::span<const int> dimensions,
                                     std::vector<BodyConstraint> constraints)
    : solver_(BodyForest(dimensions, std::move(constraints))), delassus_(solver_.forest()) {
  left_.setZero(auxiliaryRows());
  mu_.setZero(auxiliaryRows());
  force_.setZero(unknowns());
}

int ConstrainedBodies::first(int body) const {
  return forest().nodes()[at(forest().nodeOf(body))].first;
}

ConstrainedBodies::Block ConstrainedBodies::mass(int body) {
  const int size = forest().nodes()[at(forest().nodeOf(body))].size;
  return {solver_.mass(body), size, size};
}

ConstrainedBodies::ConstBlock ConstrainedBodies::forces(int constraint, int place) const {
  const BodyConstraint& which = forest().constraints()[at(constraint)];
  const int size = forest().nodes()[at(forest().nodeOf(which.bodies[at(place)]))].size;
  return {forest().isPrimary(constraint) ? solver_.forces(constraint, place)
                                         : delassus_.forces(constraint, place),
          size, which.rows};
}

ConstrainedBodies::ConstBlock ConstrainedBodies::keepingForces(int constraint, int place) const {
  const ConstBlock own = forces(constraint, place);
  if (forest().isPrimary(constraint)) return own;
  return {delassus_.keepingForces(constraint, place), own.rows(), own.cols()};
}

ConstrainedBodies::Block ConstrainedBodies::forces(int constraint, int place) {
  const ConstBlock block = std::as_const(*this).forces(constraint, place);
  return {const_cast<double*>(block.data()), block.rows(), block.cols()};
}

ConstrainedBodies::Block ConstrainedBodies::keepingForces(int constraint, int place) {
  const ConstBlock block = std::as_const(*this).keepingForces(constraint, place);
  return {const_cast<double*>(block.data()), block.rows(), block.cols()};
}

void ConstrainedBodies::respond() {
  solver_.factor();
  delassus_.respond(solver_);
}

void ConstrainedBodies::factor() {
  respond();
  delassus_.factor();
}

void ConstrainedBodies::rate(int constraint, const Eigen::VectorXd& y, double* to) const {
  const BodyConstraint& which = forest().constraints()[at(constraint)];
  for (int i = 0; i < which.rows; ++i) to[i] = 0;
  for (int place = 0; place < static_cast<int>(which.bodies.size()); ++place) {
    const ConstBlock block = forces(constraint, place);
    const double* own = y.data() + first(which.bodies[at(place)]);
    for (int i = 0; i < which.rows; ++i)
      for (int k = 0; k < block.rows(); ++k) to[i] += block(k, i) * own[k];
  }
}

double ConstrainedBodies::power(int constraint, const Eigen::VectorXd& multipliers,
                                const Eigen::VectorXd& v) const {
  const BodyConstraint& which = forest().constraints()[at(constraint)];
  double power = 0;
  for (int place = 0; place < static_cast<int>(which.bodies.size()); ++place) {
    const ConstBlock block = keepingForces(constraint, place);
    const double* own = v.data() + first(which.bodies[at(place)]);
    for (int i = 0; i < which.rows; ++i)
      for (int k = 0; k < block.rows(); ++k)
        power += multipliers[firstRow(constraint) + i] * block(k, i) * own[k];
  }
  return power;
}

/// What is left of the auxiliary rows: Jᵃ y + cᵃ.
void ConstrainedBodies::leave(const Eigen::VectorXd& c, const Eigen::VectorXd& acceleration) {
  int row = 0;
  for (const int auxiliary : forest().auxiliaries()) {
    const int rows = forest().constraints()[at(auxiliary)].rows;
    rate(auxiliary, acceleration, left_.data() + row);
    left_.segment(row, rows) += c.segment(firstRow(auxiliary), rows);
    row += rows;
  }
}

/// The motion with the auxiliary rows' forces μ.
void ConstrainedBodies::exert(const Eigen::VectorXd& force, const Eigen::VectorXd& c,
                              Eigen::VectorXd& acceleration, Eigen::VectorXd& multipliers) {
  force_ = force;
  int row = 0;
  for (const int auxiliary : forest().auxiliaries()) {
    const BodyConstraint& which = forest().constraints()[at(auxiliary)];
    for (int i = 0; i < which.rows; ++i) multipliers[firstRow(auxiliary) + i] = mu_[row + i];
    for (int place = 0; place < static_cast<int>(which.bodies.size()); ++place) {
      const ConstBlock block = std::as_const(*this).keepingForces(auxiliary, place);
      double* own = force_.data() + first(which.bodies[at(place)]);
      for (int i = 0; i < which.rows; ++i)
        for (int k = 0; k < block.rows(); ++k) own[k] += block(k, i) * mu_[row + i];
    }
    row += which.rows;
  }
  solver_.solve(force_.data(), c.data(), acceleration.data(), multipliers.data());
  leave(c, acceleration);
}

void ConstrainedBodies::solve(const Eigen::VectorXd& force, const Eigen::VectorXd& c,
                              Eigen::VectorXd& acceleration, Eigen::VectorXd& multipliers) {
  solve(force, c, acceleration, multipliers,
        [this](const Eigen::MatrixXd&, const Eigen::VectorXd& a, Eigen::VectorXd& mu) {
          delassus_.solve(a, mu);
        });
}

void ConstrainedBodies::requireFinite(const Eigen::VectorXd& acceleration) const {
  if (!acceleration.allFinite() || !left_.allFinite())
    throw SimulationError("accelerations are not finite: a force or a constraint is not");
}

}  // namespace linkwork::papers
