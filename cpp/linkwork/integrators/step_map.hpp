#pragma once

#include <memory>

#include "linkwork/dynamics/derivatives.hpp"
#include "linkwork/integrators/methods.hpp"
#include "linkwork/simulation.hpp"

namespace linkwork {

/// Derivatives of an integrator's steps (StepMap in linkwork/simulation.hpp), where nothing pushes
/// but forces that are smooth. All memory is taken at construction.
class StepMapper {
 public:
  virtual ~StepMapper() = default;

  /// Of the step that has just led in h [s] from `start` to `end`, under forces `torque` on the
  /// joints and what acts on bodies by `law`.
  virtual void find(double h, const MotionState& start, const MotionState& end,
                    const Eigen::VectorXd& torque, const ForceLaw& law, StepMap& map) = 0;
};

/// Of Runge–Kutta steps and semi-implicit Euler's first, on the workspace that closes their loops.
std::unique_ptr<StepMapper> mapRungeKutta4(const IntegratorContext& context,
                                           const VariationalOptions& options);
std::unique_ptr<StepMapper> mapSemiImplicitEuler(const IntegratorContext& context,
                                                 const VariationalOptions& options);

/// Of variational steps, in minimal and in maximal coordinates.
std::unique_ptr<StepMapper> mapMinimalVariational(const IntegratorContext& context,
                                                  const VariationalOptions& options);
std::unique_ptr<StepMapper> mapMinimalFourthOrder(const IntegratorContext& context,
                                                  const VariationalOptions& options);
std::unique_ptr<StepMapper> mapMaximalVariational(const IntegratorContext& context,
                                                  const VariationalOptions& options);
std::unique_ptr<StepMapper> mapMaximalFourthOrder(const IntegratorContext& context,
                                                  const VariationalOptions& options);

/// Of steps with multipliers.
std::unique_ptr<StepMapper> mapRattle(const IntegratorContext& context,
                                      const VariationalOptions& options);
std::unique_ptr<StepMapper> mapMaximalRungeKutta4(const IntegratorContext& context,
                                                  const VariationalOptions& options);
std::unique_ptr<StepMapper> mapBaumgarte(const IntegratorContext& context,
                                         const VariationalOptions& options);
std::unique_ptr<StepMapper> mapFirstOrder(const IntegratorContext& context,
                                          const VariationalOptions& options);

}  // namespace linkwork
