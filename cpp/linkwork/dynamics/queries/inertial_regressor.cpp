#include "linkwork/dynamics/queries/inertial_regressor.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <array>
#include <cmath>

#include "linkwork/dynamics/frame_kinematics.hpp"
#include "linkwork/spatial/twist.hpp"

namespace linkwork {
namespace {

/// Inertias with one parameter 1 and all others 0.
std::array<RigidBodyInertia<double>, inertialParameterCount> unitInertias() {
  std::array<RigidBodyInertia<double>, inertialParameterCount> units;
  units[0].mass = 1;
  units[1].moment.x = units[2].moment.y = units[3].moment.z = 1;
  units[4].rotational.xx = units[5].rotational.yy = units[6].rotational.zz = 1;
  units[7].rotational.xy = units[8].rotational.xz = units[9].rotational.yz = 1;
  return units;
}

}  // namespace

void inertialRegressor(const ClusterTree<double>& tree, const Workspace<double>& work,
                       MatrixX<double>& regressor) {
  const auto units = unitInertias();
  const auto bodies = static_cast<Eigen::Index>(tree.bodies().size());
  regressor.resize(tree.degreesOfFreedom(), inertialParameterCount * bodies);
  Matrix6X<double> jacobian;
  for (const TreeBody<double>& body : tree.bodies()) {
    EndEffector<double> frame;
    frame.body = tree.treeBody(body.mechanismBody);
    const Vector6<double> velocity = frameTwist(tree, frame, work);
    Vector6<double> acceleration = frameAcceleration(tree, frame, work);
    acceleration.tail<3>() -= framePose(tree, frame, work).rotation.transpose() * tree.gravity();
    frameJacobian(tree, frame, work, jacobian);
    Eigen::Index column = inertialParameterCount * body.mechanismBody;
    for (const RigidBodyInertia<double>& unit : units)
      regressor.col(column++) =
          jacobian.transpose() * (unit * acceleration + crossForce(velocity, unit * velocity));
  }
}

VectorX<double> inertialParameters(const ClusterTree<double>& tree) {
  VectorX<double> parameters(inertialParameterCount *
                             static_cast<Eigen::Index>(tree.bodies().size()));
  for (const TreeBody<double>& body : tree.bodies()) {
    const RigidBodyInertia<double> inertia = body.inertia.toParent(body.userFrame.inverse());
    const SymmetricMatrix3<double>& j = inertia.rotational;
    parameters.segment<inertialParameterCount>(inertialParameterCount * body.mechanismBody)
        << inertia.mass,
        inertia.moment.vector(), j.xx, j.yy, j.zz, j.xy, j.xz, j.yz;
  }
  return parameters;
}

InertialFit::InertialFit(const VectorX<double>& prior)
    : prior_(prior), rows_(2 * (prior.size() + 1), prior.size() + 1) {}

void InertialFit::add(const MatrixX<double>& regressor, const VectorX<double>& torque) {
  if (used_ + regressor.rows() > rows_.rows()) factor();
  auto rows = rows_.middleRows(used_, regressor.rows());
  rows.leftCols(prior_.size()) = regressor;
  rows.rightCols<1>() = torque - regressor * prior_;
  used_ += regressor.rows();
  count_ += regressor.rows();
}

void InertialFit::factor() {
  const Eigen::HouseholderQR<MatrixX<double>> factors(rows_.topRows(used_));
  used_ = std::min(used_, rows_.cols());
  rows_.topRows(used_) = factors.matrixQR().topRows(used_).triangularView<Eigen::Upper>();
}

InertialParametersFit InertialFit::solve(double tolerance) {
  factor();
  const Eigen::Index n = prior_.size();
  const auto rows = rows_.topRows(used_);
  VectorX<double> scale = rows.leftCols(n).colwise().norm().transpose();
  const double strongest = n > 0 ? scale.maxCoeff() : 0;
  scale = (scale.array() > tolerance * strongest).select(scale, 1 + strongest);  // else negligible
  const MatrixX<double> scaled = rows.leftCols(n) * scale.cwiseInverse().asDiagonal();
  Eigen::CompleteOrthogonalDecomposition<MatrixX<double>> factors;
  factors.setThreshold(tolerance);
  factors.compute(scaled);
  const VectorX<double> change = factors.solve(rows.col(n));
  const double left = (scaled * change - rows.col(n)).norm();
  return {prior_ + change.cwiseQuotient(scale),
          left / std::sqrt(std::max(1.0, static_cast<double>(count_))),
          static_cast<int>(factors.rank())};
}

}  // namespace linkwork
