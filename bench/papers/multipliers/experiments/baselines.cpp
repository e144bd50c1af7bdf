#include "baselines.hpp"

#include <Eigen/LU>
#include <cmath>

namespace linkwork::bench {

using papers::BodyConstraint;
using papers::ConstrainedBodies;

InverseMasses::InverseMasses(const ConstrainedBodies& bodies)
    : inverses_(bodies.forest().nodes().size()), rows_(inverses_.size()) {
  const std::vector<BodyConstraint>& constraints = bodies.forest().constraints();
  for (int i = 0; i < static_cast<int>(constraints.size()); ++i)
    for (int place = 0; place < static_cast<int>(constraints[at(i)].bodies.size()); ++place)
      rows_[at(constraints[at(i)].bodies[at(place)])].push_back(
          {i, constraints[at(i)].rows, bodies.firstRow(i), bodies.forces(i, place).data()});
  for (int b = 0; b < count(); ++b) first_.push_back(bodies.first(b));
}

void InverseMasses::invert(ConstrainedBodies& bodies) {
  for (int b = 0; b < count(); ++b) {
    const auto mass = bodies.mass(b);
    Eigen::MatrixXd& inverse = inverses_[at(b)];
    // Masses of both kinds of bodies are diagonal but for a 3×3 block of inertia.
    inverse.setZero(mass.rows(), mass.rows());
    for (int i = 0; i < mass.rows(); ++i) inverse(i, i) = 1 / mass(i, i);
    if (mass.rows() == 6)
      inverse.bottomRightCorner<3, 3>() = Eigen::Matrix3d(mass.bottomRightCorner<3, 3>()).inverse();
  }
}

void InverseMasses::accelerate(const Eigen::VectorXd& force, const Eigen::VectorXd& multipliers,
                               Eigen::VectorXd& y) const {
  for (int b = 0; b < count(); ++b) {
    const int size = static_cast<int>(inverses_[at(b)].rows());
    const double* inverse = inverses_[at(b)].data();
    double total[6];
    for (int i = 0; i < size; ++i) total[i] = force[first_[at(b)] + i];
    for (const BodyRows& rows : rows_[at(b)])
      for (int k = 0; k < rows.rows; ++k) {
        const double lambda = multipliers[rows.firstRow + k];
        for (int i = 0; i < size; ++i) total[i] += rows.forces[i + k * size] * lambda;
      }
    double* own = y.data() + first_[at(b)];
    for (int i = 0; i < size; ++i) own[i] = 0;
    for (int k = 0; k < size; ++k)
      for (int i = 0; i < size; ++i) own[i] += inverse[i + k * size] * total[k];
  }
}

void InverseMasses::rates(const Eigen::VectorXd& y, Eigen::VectorXd& to) const {
  to.setZero();
  for (int b = 0; b < count(); ++b) {
    const int size = static_cast<int>(inverses_[at(b)].rows());
    const double* own = y.data() + first_[at(b)];
    for (const BodyRows& rows : rows_[at(b)])
      for (int k = 0; k < rows.rows; ++k) {
        double sum = 0;
        for (int i = 0; i < size; ++i) sum += rows.forces[i + k * size] * own[i];
        to[rows.firstRow + k] += sum;
      }
  }
}

DenseMultipliers::DenseMultipliers(const ConstrainedBodies& bodies)
    : masses_(bodies), factor_(bodies.rows()) {
  a_.setZero(bodies.rows(), bodies.rows());
  right_.setZero(bodies.rows());
  zero_.setZero(bodies.rows());
}

void DenseMultipliers::factor(ConstrainedBodies& bodies) {
  masses_.invert(bodies);
  a_.setZero();
  for (int b = 0; b < masses_.count(); ++b) {
    const int size = static_cast<int>(masses_.inverse(b).rows());
    const double* inverse = masses_.inverse(b).data();
    for (const auto& second : masses_.rowsOf(b)) {
      double moved[6][6];  // M⁻¹Jᵀ, by columns
      for (int k = 0; k < second.rows; ++k)
        for (int i = 0; i < size; ++i) {
          moved[k][i] = 0;
          for (int j = 0; j < size; ++j)
            moved[k][i] += inverse[i + j * size] * second.forces[j + k * size];
        }
      for (const auto& first : masses_.rowsOf(b)) {
        if (first.constraint < second.constraint) continue;  // the lower triangle
        for (int k = 0; k < second.rows; ++k)
          for (int l = 0; l < first.rows; ++l) {
            double sum = 0;
            for (int i = 0; i < size; ++i) sum += first.forces[i + l * size] * moved[k][i];
            a_(first.firstRow + l, second.firstRow + k) += sum;
          }
      }
    }
  }
  factor_.compute(a_);
}

void DenseMultipliers::solve(const Eigen::VectorXd& force, const Eigen::VectorXd& c,
                             Eigen::VectorXd& y, Eigen::VectorXd& multipliers) {
  masses_.accelerate(force, zero_, y);
  masses_.rates(y, right_);
  multipliers = -(right_ + c);
  factor_.solveInPlace(multipliers);
  masses_.accelerate(force, multipliers, y);
}

ConjugateGradients::ConjugateGradients(const ConstrainedBodies& bodies, bool isPreconditioned)
    : masses_(bodies),
      isPreconditioned_(isPreconditioned),
      ownBlocks_(bodies.forest().constraints().size()) {
  for (Eigen::VectorXd* vector : {&residual_, &step_, &response_, &direction_})
    vector->setZero(bodies.rows());
  zero_.setZero(bodies.unknowns());
  workspace_.setZero(bodies.unknowns());
}

void ConjugateGradients::factor(ConstrainedBodies& bodies) {
  masses_.invert(bodies);
  if (!isPreconditioned_) return;
  for (int i = 0; i < static_cast<int>(ownBlocks_.size()); ++i) {
    const BodyConstraint& constraint = bodies.forest().constraints()[at(i)];
    Eigen::MatrixXd& block = ownBlocks_[at(i)];
    block.setZero(constraint.rows, constraint.rows);
    for (int place = 0; place < static_cast<int>(constraint.bodies.size()); ++place) {
      const auto own = bodies.forces(i, place);
      block += own.transpose() * masses_.inverse(constraint.bodies[at(place)]) * own;
    }
    block = block.inverse().eval();
  }
}

void ConjugateGradients::precondition(const ConstrainedBodies& bodies, const Eigen::VectorXd& r,
                                      Eigen::VectorXd& z) const {
  z = r;
  if (!isPreconditioned_) return;
  for (int i = 0; i < static_cast<int>(ownBlocks_.size()); ++i) {
    const int rows = static_cast<int>(ownBlocks_[at(i)].rows()), first = bodies.firstRow(i);
    for (int k = 0; k < rows; ++k) {
      z[first + k] = 0;
      for (int j = 0; j < rows; ++j) z[first + k] += ownBlocks_[at(i)](k, j) * r[first + j];
    }
  }
}

int ConjugateGradients::solve(const ConstrainedBodies& bodies, const Eigen::VectorXd& force,
                              const Eigen::VectorXd& c, double tolerance, Eigen::VectorXd& y,
                              Eigen::VectorXd& multipliers) {
  multipliers.setZero();
  masses_.accelerate(force, multipliers, y);
  masses_.rates(y, residual_);
  residual_ = -(residual_ + c);
  const double enough = tolerance * residual_.norm();
  precondition(bodies, residual_, direction_);
  step_ = direction_;
  double square = residual_.dot(direction_);
  int iterations = 0;
  while (residual_.norm() > enough && iterations < 20 * bodies.rows()) {
    masses_.accelerate(zero_, step_, workspace_);
    masses_.rates(workspace_, response_);
    const double length = square / step_.dot(response_);
    multipliers += length * step_;
    residual_ -= length * response_;
    precondition(bodies, residual_, direction_);
    const double next = residual_.dot(direction_);
    step_ = direction_ + next / square * step_;
    square = next;
    ++iterations;
  }
  masses_.accelerate(force, multipliers, y);
  return iterations;
}

}  // namespace linkwork::bench
