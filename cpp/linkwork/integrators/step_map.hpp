#pragma once

#include <memory>

#include "linkwork/dynamics/derivatives.hpp"
#include "linkwork/integrators/methods.hpp"
#include "linkwork/simulation.hpp"

namespace linkwork {

/// The forces of a step that is differentiated. They are smooth.
struct HeldForces {
  StepForces& step;               ///< their values
  const Eigen::VectorXd& torque;  ///< on joints
  const ForceLaw& law;            ///< on bodies
};

/// Derivatives of the steps of an integrator (StepMap in linkwork/simulation.hpp). Allocates in its
/// constructor only.
class StepMapper {
 public:
  virtual ~StepMapper() = default;

  /// Computes the derivatives of the last step, of h [s], from `start` to `end`.
  virtual void find(double h, const MotionState& start, const MotionState& end,
                    const HeldForces& forces, StepMap& map) = 0;
};

/// Makes a map that of its step and of the next one. Uses `product`; no allocation.
void append(const StepMap& next, StepMap& map, StepMap& product);

/// For Runge–Kutta steps and the first step of semi-implicit Euler. They use the workspace of loop
/// closure.
std::unique_ptr<StepMapper> mapRungeKutta4(const IntegratorContext& context,
                                           const VariationalOptions& options);
std::unique_ptr<StepMapper> mapSemiImplicitEuler(const IntegratorContext& context,
                                                 const VariationalOptions& options);

/// For Rosenbrock steps.
std::unique_ptr<StepMapper> mapRosenbrock(const IntegratorContext& context,
                                          const VariationalOptions& options);

/// For variational steps, in minimal and in maximal coordinates.
std::unique_ptr<StepMapper> mapMinimalVariational(const IntegratorContext& context,
                                                  const VariationalOptions& options);
std::unique_ptr<StepMapper> mapMinimalFourthOrder(const IntegratorContext& context,
                                                  const VariationalOptions& options);
std::unique_ptr<StepMapper> mapMaximalVariational(const IntegratorContext& context,
                                                  const VariationalOptions& options);
std::unique_ptr<StepMapper> mapMaximalFourthOrder(const IntegratorContext& context,
                                                  const VariationalOptions& options);

/// For steps with multipliers.
std::unique_ptr<StepMapper> mapRattle(const IntegratorContext& context,
                                      const VariationalOptions& options);
std::unique_ptr<StepMapper> mapMaximalRungeKutta4(const IntegratorContext& context,
                                                  const VariationalOptions& options);
std::unique_ptr<StepMapper> mapBaumgarte(const IntegratorContext& context,
                                         const VariationalOptions& options);
std::unique_ptr<StepMapper> mapFirstOrder(const IntegratorContext& context,
                                          const VariationalOptions& options);

}  // namespace linkwork
