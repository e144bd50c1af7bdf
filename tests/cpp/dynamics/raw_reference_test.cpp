#include <catch2/catch.hpp>

#include "dynamics/fixture.hpp"
#include "linkwork/dynamics/operational_space.hpp"
#include "linkwork/json.hpp"
#include "mechanism/reference_files.hpp"

/// Mass matrix, bias force, inverse dynamics and inverse operational-space inertia printed by
/// another library. Its conventions differ: it chooses the independent velocities ẏ, with v = G ẏ
/// and v̇ = G ÿ + g in its own body order. The mechanisms are those of `robots/`, whose bodies have
/// the same order.
namespace linkwork::test {
namespace {

using Json = nlohmann::json;

Eigen::VectorXd vectorOf(const Json& numbers) {
  const auto values = numbers.get<std::vector<double>>();
  return Eigen::Map<const Eigen::VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

Eigen::MatrixXd matrixOf(const Json& rows) {
  Eigen::MatrixXd matrix(static_cast<Eigen::Index>(rows.size()),
                         static_cast<Eigen::Index>(rows.front().size()));
  for (Eigen::Index i = 0; i < matrix.rows(); ++i)
    matrix.row(i) = vectorOf(rows[static_cast<std::size_t>(i)]);
  return matrix;
}

/// Maps their spanning velocities to our layout of v.
class Correspondence {
 public:
  Correspondence(const Json& raw, const Mechanism& mechanism) {
    const StateLayout layout(mechanism);
    for (const Json& body : raw.at("bodies")) {
      const std::string name = "j:" + body.at("name").get<std::string>();
      for (std::size_t j = 0; j < mechanism.joints.size(); ++j) {
        if (mechanism.joints[j].name != name) continue;
        const int first = body.at("joint").at("v_spanning_index");
        for (int k = 0; k < velocitySize(mechanism.joints[j].type); ++k)
          pairs_.push_back({layout.velocity[j] + k, first + k});
      }
    }
  }

  Eigen::VectorXd toOurs(const Eigen::VectorXd& theirs) const {
    Eigen::VectorXd ours(theirs.size());
    for (const auto& [our, their] : pairs_) ours[our] = theirs[their];
    return ours;
  }
  Eigen::MatrixXd rowsToOurs(const Eigen::MatrixXd& theirs) const {
    Eigen::MatrixXd ours(theirs.rows(), theirs.cols());
    for (const auto& [our, their] : pairs_) ours.row(our) = theirs.row(their);
    return ours;
  }

 private:
  std::vector<std::pair<int, int>> pairs_;  ///< indices in our v and in theirs
};

/// Returns a state with our names from theirs. Their quaternions start with w.
NamedState namedState(const Json& raw, const Json& state) {
  const auto q = state.at("q_spanning").get<std::vector<double>>();
  const auto v = state.at("qd_spanning").get<std::vector<double>>();
  NamedState named;
  for (const Json& body : raw.at("bodies")) {
    const Json& joint = body.at("joint");
    const std::string name = "j:" + body.at("name").get<std::string>();
    const double* position = &q[joint.at("q_spanning_index").get<std::size_t>()];
    const double* velocity = &v[joint.at("v_spanning_index").get<std::size_t>()];
    if (joint.at("type") == "free") {
      named.q[name] = {position[0], position[1], position[2], position[4],
                       position[5], position[6], position[3]};
      named.v[name] = {velocity, velocity + 6};
    } else {
      named.q[name] = {position[0]};
      named.v[name] = {velocity[0]};
    }
  }
  return named;
}

double relative(const Eigen::MatrixXd& found, const Eigen::MatrixXd& expected) {
  return (found - expected).cwiseAbs().maxCoeff() / std::max(1e-12, expected.cwiseAbs().maxCoeff());
}

/// Their end-effector frames are the body frames, as ours are.
Eigen::MatrixXd inverseOperationalSpaceInertiaOf(const Fixture& on, const Json& raw) {
  std::vector<EndEffector<double>> endEffectors;
  for (const Json& json : raw.at("end_effectors")) {
    const int body = bodyNamed(on.mechanism, json.at("body_name").get<std::string>());
    endEffectors.push_back(
        {on.tree.treeBody(body), {Eigen::Matrix3d::Identity(), vectorOf(json.at("local_offset"))}});
  }
  OperationalSpace<double> space(on.tree, endEffectors);
  Eigen::MatrixXd inverse(space.rows, space.rows);
  inverseOperationalSpaceInertia<double>(on.tree, on.q, on.work, space, inverse);
  return inverse;
}

void checkState(const Json& raw, const Json& state, const Mechanism& mechanism) {
  const Fixture on(mechanism, namedState(raw, state));
  const Correspondence map(raw, mechanism);
  const Eigen::MatrixXd basis = map.rowsToOurs(matrixOf(state.at("G")));
  const Eigen::VectorXd offset = map.toOurs(vectorOf(state.at("g")));

  // H' = Tᵀ H T. ẏ = T ẏ' selects our independent rows of their G.
  Eigen::MatrixXd pick(on.tree.degreesOfFreedom(), basis.cols());
  for (Eigen::Index column = 0; column < basis.cols(); ++column) {
    Eigen::VectorXd picked(pick.rows());
    pickIndependent<double>(on.tree, basis.col(column), on.work, picked);
    pick.col(column) = picked;
  }
  CHECK(relative(pick.transpose() * on.mass() * pick, matrixOf(state.at("mass_matrix"))) <= 1e-9);

  const auto torqueFor = [&](const Eigen::VectorXd& acceleration) -> Eigen::VectorXd {
    return basis.transpose() * on.inverse(basis * acceleration + offset);
  };
  const Eigen::VectorXd desired = vectorOf(state.at("id_qdd"));
  const Eigen::VectorXd torque = vectorOf(state.at("id_tau"));
  CHECK(relative(torqueFor(desired), torque) <= 1e-9);
  const double scale = std::max(1.0, torque.cwiseAbs().maxCoeff());
  CHECK((torqueFor(0 * desired) - vectorOf(state.at("bias_force"))).cwiseAbs().maxCoeff() <=
        1e-9 * scale);
  CHECK(relative(inverseOperationalSpaceInertiaOf(on, raw), matrixOf(state.at("inverse_osim"))) <=
        1e-9);
}

}  // namespace

TEST_CASE(
    "mass matrix, bias force, inverse dynamics and operational-space inertia agree with another "
    "library",
    "[dynamics][reference]") {
  for (const auto& file : referenceFiles("robots")) {
    INFO(file.filename().string());
    const Mechanism mechanism = mechanismFromJson(readJsonFile(file).at("mechanism").dump());
    const Json raw = readJsonFile(file.parent_path().parent_path() / "raw" / file.filename());
    for (const Json& state : raw.at("states")) checkState(raw.at("mechanism"), state, mechanism);
  }
}

}  // namespace linkwork::test
