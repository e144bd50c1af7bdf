#include "linkwork/model/clustering.hpp"

#include <catch2/catch.hpp>
#include <set>

namespace linkwork::test {
namespace {

/// Returns the names of the bodies of each cluster.
std::set<std::set<std::string>> clusterNames(const Mechanism& mechanism) {
  std::set<std::set<std::string>> names;
  for (const BodyGroup& group : clusterBodies(mechanism, topologyOf(mechanism))) {
    std::set<std::string> bodies;
    for (const int body : group.bodies)
      bodies.insert(mechanism.bodies[static_cast<std::size_t>(body)].name);
    names.insert(bodies);
  }
  return names;
}

/// Returns a tree of revolute joints: `parents[i]` is the parent of body i ("a", "b", …), '-' the
/// ground.
Mechanism treeOf(const std::string& parents) {
  Mechanism mechanism;
  for (std::size_t i = 0; i < parents.size(); ++i) {
    Body body;
    body.name = std::string(1, static_cast<char>('a' + i));
    body.mass = 1;
    body.inertia = {1, 1, 1, 0, 0, 0};
    Joint joint;
    joint.type = JointType::revolute;
    joint.name = body.name;
    joint.child = body.name;
    joint.parent = parents[i] == '-' ? std::string(worldName) : std::string(1, parents[i]);
    mechanism.bodies.push_back(body);
    mechanism.joints.push_back(joint);
  }
  return mechanism;
}

void addLoop(Mechanism& mechanism, const std::string& parent, const std::string& child) {
  Loop loop;
  loop.name = parent + child;
  loop.type = JointType::revolute;
  loop.parent = parent;
  loop.child = child;
  mechanism.loops.push_back(loop);
}

void addGear(Mechanism& mechanism, const std::string& first, const std::string& second) {
  mechanism.couplings.push_back({first + second, {{first, 1}, {second, -2}}, 0});
}

using Names = std::set<std::set<std::string>>;

}  // namespace

TEST_CASE("bodies without loops or couplings are clusters of one body", "[dynamics][clustering]") {
  CHECK(clusterNames(treeOf("-aab-")) == Names{{"a"}, {"b"}, {"c"}, {"d"}, {"e"}});
}

TEST_CASE("a loop joins the bodies on its path, but not their common parent",
          "[dynamics][clustering]") {
  Mechanism mechanism = treeOf("-abacd");  // parents: a → b → c → e and b → d → f
  addLoop(mechanism, "c", "d");
  CHECK(clusterNames(mechanism) == Names{{"a"}, {"b", "c", "d"}, {"e"}, {"f"}});
}

TEST_CASE("a loop along one branch, and a loop to the ground", "[dynamics][clustering]") {
  Mechanism branch = treeOf("-abcd");
  addLoop(branch, "a", "d");
  CHECK(clusterNames(branch) == Names{{"a"}, {"b", "c", "d"}, {"e"}});
  Mechanism grounded = treeOf("-abcd");
  addLoop(grounded, "world", "c");
  CHECK(clusterNames(grounded) == Names{{"a", "b", "c"}, {"d"}, {"e"}});
}

TEST_CASE("a gear joins its joints and all joints between them", "[dynamics][clustering]") {
  Mechanism siblings = treeOf("-aa");
  addGear(siblings, "b", "c");
  CHECK(clusterNames(siblings) == Names{{"a"}, {"b", "c"}});
  Mechanism along = treeOf("-abc");
  addGear(along, "b", "d");
  CHECK(clusterNames(along) == Names{{"a"}, {"b", "c", "d"}});
  Mechanism across = treeOf("-aabc");  // b → d and c → e
  addGear(across, "d", "e");
  CHECK(clusterNames(across) == Names{{"a"}, {"b", "c", "d", "e"}});
}

TEST_CASE("constraints that share a joint form one cluster, others do not",
          "[dynamics][clustering]") {
  Mechanism shared = treeOf("-abcd");
  addLoop(shared, "a", "c");
  addGear(shared, "c", "d");
  CHECK(clusterNames(shared) == Names{{"a"}, {"b", "c", "d"}, {"e"}});
  Mechanism apart = treeOf("-abcd");
  addLoop(apart, "world", "b");
  addLoop(apart, "b", "d");
  CHECK(clusterNames(apart) == Names{{"a", "b"}, {"c", "d"}, {"e"}});
}

TEST_CASE("clusters and the bodies in each are sorted parents first", "[dynamics][clustering]") {
  const Mechanism mechanism = treeOf("bc-ade");  // c → b → a → d → e → f, listed out of order
  const Topology topology = topologyOf(mechanism);
  std::set<int> seen{ground};
  for (const BodyGroup& group : clusterBodies(mechanism, topology)) {
    CHECK(seen.count(group.parent) == 1);
    for (const int body : group.bodies) {
      CHECK(seen.count(topology.parent[static_cast<std::size_t>(body)]) == 1);
      seen.insert(body);
    }
  }
  CHECK(seen.size() == mechanism.bodies.size() + 1);
}

}  // namespace linkwork::test
