#include "linkwork/dynamics/centroidal.hpp"
#include "linkwork/dynamics/model_parts.hpp"

namespace linkwork {
namespace {

/// Returns M. Throws if it is zero: the center of mass is then undefined.
double requireMass(const ClusterTree<double>& tree) {
  const double mass = totalMass(tree);
  if (!(mass > 0)) throw MechanismError("bodies", "all masses are 0: there is no center of mass");
  return mass;
}

}  // namespace

double Model::mass() const { return totalMass(tree()); }

Eigen::Vector3d Model::centerOfMass(const Eigen::VectorXd& q) {
  requireMass(tree());
  Workspace<double>& work = parts_->at(q, parts_->rest);
  updatePoses(tree(), work);
  return linkwork::centerOfMass(tree(), work);
}

Eigen::Vector3d Model::centerOfMassVelocity(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  return centroidalMomentum(q, v).tail<3>() / mass();
}

Eigen::Vector3d Model::centerOfMassAcceleration(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                                const Eigen::VectorXd& a) {
  return centroidalMomentumRate(q, v, a).tail<3>() / mass();
}

Eigen::MatrixXd Model::centerOfMassJacobian(const Eigen::VectorXd& q) {
  return centroidalMomentumMatrix(q).bottomRows<3>() / mass();
}

Eigen::MatrixXd Model::centerOfMassJacobianRate(const Eigen::VectorXd& q,
                                                const Eigen::VectorXd& v) {
  return centroidalMomentumMatrixRate(q, v).bottomRows<3>() / mass();
}

Vector6<double> Model::centroidalMomentum(const Eigen::VectorXd& q, const Eigen::VectorXd& v) {
  requireMass(tree());
  Workspace<double>& work = parts_->at(q, v);
  updatePoses(tree(), work);
  return linkwork::centroidalMomentum(tree(), work);
}

Vector6<double> Model::centroidalMomentumRate(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                              const Eigen::VectorXd& a) {
  requireMass(tree());
  return linkwork::centroidalMomentumRate(tree(), parts_->accelerated(q, v, a));
}

Eigen::MatrixXd Model::centroidalMomentumMatrix(const Eigen::VectorXd& q) {
  requireMass(tree());
  Workspace<double>& work = parts_->at(q, parts_->rest);
  updatePoses(tree(), work);
  Matrix6X<double> matrix;
  linkwork::centroidalMomentumMatrix(tree(), work, matrix);
  return matrix;
}

Eigen::MatrixXd Model::centroidalMomentumMatrixRate(const Eigen::VectorXd& q,
                                                    const Eigen::VectorXd& v) {
  requireMass(tree());
  MovingPose& moving = parts_->moving(q, v);
  Matrix6X<DerivativeJet> matrix;
  linkwork::centroidalMomentumMatrix(moving.tree, moving.work, matrix);
  return slopesOf(matrix);
}

}  // namespace linkwork
