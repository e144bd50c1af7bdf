#pragma once

#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

/// The reference numbers of `tests/data` (its README says whose they are). Tests run in the
/// project's folder; one that finds none fails.
namespace linkwork::test {

/// The files of a set, `robots` or `random`, in order. Fails the running test unless all are there.
std::vector<std::filesystem::path> referenceFiles(const std::string& set);

/// The path of one file of a set, `robots`, `random` or `raw`, by its name without extensions.
std::filesystem::path referenceFile(const std::string& set, const std::string& name);

/// Throws std::runtime_error, with the file's name, where it cannot be read.
nlohmann::json readJsonFile(const std::filesystem::path& file);

}  // namespace linkwork::test
