#include "linkwork/dynamics/model_parts.hpp"
#include "linkwork/dynamics/queries/inertial_regressor.hpp"
#include "linkwork/mechanism/validate/checks.hpp"
#include "linkwork/mechanism/wording.hpp"

namespace linkwork {

Eigen::VectorXd Model::inertialParameters() const { return linkwork::inertialParameters(tree()); }

Eigen::MatrixXd Model::inertialRegressor(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                                         const Eigen::VectorXd& a) {
  Eigen::MatrixXd regressor;
  linkwork::inertialRegressor(tree(), parts_->accelerated(q, v, a), regressor);
  return regressor;
}

InertialParametersFit Model::fitInertialParameters(const std::vector<MotionSample>& samples,
                                                   const Eigen::VectorXd& prior, double tolerance) {
  Parts::require("prior", prior, inertialParameters().size());
  detail::requireAboveZero("tolerance", tolerance);
  InertialFit fit(prior);
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const MotionSample& sample = samples[i];
    for (const Eigen::VectorXd* numbers : {&sample.q, &sample.v, &sample.a, &sample.tau})
      if (!numbers->allFinite())
        throw MechanismError(detail::itemPath("samples", i), "expected finite numbers");
    const Eigen::MatrixXd regressor = inertialRegressor(sample.q, sample.v, sample.a);
    parts_->requireVelocity("tau", sample.tau);
    Eigen::VectorXd acting = sample.tau;
    addPassiveForces<double>(tree(), sample.q, sample.v, acting);
    fit.add(regressor, projectForces(sample.q, acting));
  }
  return fit.solve(tolerance);
}

}  // namespace linkwork
