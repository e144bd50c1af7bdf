#include "papers/methods.hpp"
#include "papers/subjects.hpp"
#include "simulation/allocation_counter.hpp"

namespace linkwork::test {

TEST_CASE("no method allocates in a call", "[dynamics][papers]") {
  if (!allocationsAreCounted) {
    WARN("skipped: allocations are not counted in this build");
    return;
  }
  onRobots([](const Fixture& on) {
    for (const papers::Method& method : papers::methods) {
      INFO(method.name);
      const auto dynamics = method.make(on.mechanism, on.tree);
      Eigen::VectorXd a(on.tree.velocitySize()), torque(on.tree.velocitySize());
      CHECK(allocationsIn([&] {
              dynamics->forwardDynamics(on.q, on.v, on.forces, a);
              if (method.hasInverseDynamics)
                dynamics->inverseDynamics(on.q, on.v, a, on.forces, torque);
            }) == 0);
    }
  });
}

}  // namespace linkwork::test
