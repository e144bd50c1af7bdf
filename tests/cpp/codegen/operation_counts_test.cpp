#include <catch2/catch.hpp>

#include "linkwork/catalogue.hpp"
#include "linkwork/dynamics/compile.hpp"
#include "linkwork/program.hpp"
#include "linkwork/symbolic/subgraph.hpp"

// Counts the additions, multiplications and divisions of programs. Unnecessary operations of the
// kernels appear here, because only known zeros are folded.

namespace linkwork::test {
namespace {

int operationsOf(const symbolic::Program& program) {
  return symbolic::countOperations(program.expressions()).arithmetic();
}

ClusterTree<double> chainAbout(int links, const std::vector<Eigen::Vector3d>& axes) {
  ChainOptions options;
  options.links = links;
  options.axes = axes;
  return compile(chain(options));
}

const std::vector<Eigen::Vector3d> parallel{{0, 1, 0}};
const std::vector<Eigen::Vector3d> perpendicular{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
const std::vector<Eigen::Vector3d> anyAxes{{0.3, -0.2, 1}, {1, 0.5, 0.2}, {0.1, 1, -0.7}};

}  // namespace

TEST_CASE("the number of operations for one more revolute joint depends on its axis", "[codegen]") {
  // From 9 to 18 links: savings at the first and the last link cancel. Three axes repeat.
  const auto perJoint = [](const std::vector<Eigen::Vector3d>& axes) {
    return (operationsOf(forwardDynamicsProgram(chainAbout(18, axes))) -
            operationsOf(forwardDynamicsProgram(chainAbout(9, axes)))) /
           9.0;
  };
  CHECK(perJoint(parallel) <= 73);
  CHECK(perJoint(perpendicular) <= 201);
  CHECK(perJoint(anyAxes) <= 422);
}

TEST_CASE("programs of mechanisms stay within their operation counts", "[codegen]") {
  struct Counts {
    const char* mechanism;
    int forward, inverse, mass;
  };
  // The bounds are the counts of recursions written by hand for expressions. These proceed in
  // elementary rotations and translations, with rotors as spins on their parents. The kernels take
  // up to 1 % more in fourBar, mitHumanoid, telloHumanoid, beltChain and closedRing, and 3 % more
  // for the mass matrix of surfaceBoard.
  const Counts most =
      GENERATE(Counts{"chain", 259, 133, 81}, Counts{"fourBar", 124, 101, 51},
               Counts{"gearedArm", 235, 120, 50}, Counts{"gearedChain", 933, 397, 457},
               Counts{"branchingTree", 3126, 1495, 1122}, Counts{"miniCheetah", 3163, 1503, 558},
               Counts{"mitHumanoid", 6166, 2851, 1993}, Counts{"telloHumanoid", 6093, 3117, 1624},
               Counts{"jvrc1", 9611, 4521, 3286}, Counts{"minitaur", 3740, 2156, 1231},
               Counts{"beltChain", 1028, 402, 462}, Counts{"sliderCrank", 92, 72, 36},
               Counts{"surfaceBoard", 3306, 1925, 1981}, Counts{"closedRing", 81259, 9347, 38619});
  CAPTURE(most.mechanism);
  const ClusterTree<double> tree = compile(catalogueMechanism(most.mechanism));
  CHECK(operationsOf(forwardDynamicsProgram(tree)) <= most.forward);
  CHECK(operationsOf(inverseDynamicsProgram(tree)) <= most.inverse);
  CHECK(operationsOf(massMatrixProgram(tree)) <= most.mass);
}

}  // namespace linkwork::test
