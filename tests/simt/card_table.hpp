#pragma once

#include <cstring>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "base/input_file.hpp"
#include "simt/interpreter.hpp"

// Tables of what a card answers to matrix instructions: studies/tensor_core_table.py and
// studies/wgmma_table.py.

namespace warpmark::simt {

/// What one form of an instruction was given and answered.
struct card_record {
  std::string instruction, ptx;
  std::uint32_t cases = 0, inputs = 0, outputs = 0;  ///< Words of one unit.
  std::vector<std::uint32_t> before, after;
};

inline bool read_all(input::input_file& file, void* to, std::size_t size) {
  auto* at = static_cast<char*>(to);
  while (size > 0) {
    const std::size_t got = file.read({at, size});
    if (got == 0) return false;
    at += got;
    size -= got;
  }
  return true;
}

/// Reads the next record, of which a case has so many units of input and of output words. False at
/// the end of the file.
inline bool read_record(input::input_file& file, std::size_t input_units, std::size_t output_units,
                        card_record& to) {
  std::uint32_t header_bytes = 0;
  if (!read_all(file, &header_bytes, sizeof header_bytes)) return false;
  std::string header(header_bytes, ' ');
  if (!read_all(file, header.data(), header.size())) return false;
  const auto fields = nlohmann::json::parse(header);
  to = {.instruction = fields.at("instruction"),
        .ptx = fields.at("ptx"),
        .cases = fields.at("cases"),
        .inputs = fields.at("inputs"),
        .outputs = fields.at("outputs")};
  to.before.resize(std::size_t{to.cases} * input_units * to.inputs);
  to.after.resize(std::size_t{to.cases} * output_units * to.outputs);
  return read_all(file, to.before.data(), to.before.size() * 4) &&
         read_all(file, to.after.data(), to.after.size() * 4);
}

/// Runs a record's kernel k(inputs, outputs), a block for each case.
inline std::vector<std::uint32_t> run_record(const card_record& of, unsigned threads) {
  interpreter machine({.host_threads = 1});
  const auto kernel = machine.load(of.ptx, "k");
  std::vector<std::uint32_t> result(of.after.size());
  const auto from = machine.allocate(of.before.size() * 4),
             to = machine.allocate(result.size() * 4);
  machine.upload(from, std::as_bytes(std::span(of.before)));
  machine.launch_with(kernel, {.grid = {of.cases}, .block = {threads}}, from, to);
  machine.synchronize();
  machine.download(std::as_writable_bytes(std::span(result)), to);
  return result;
}

/// Expects the interpreter to give the record's words; `threads` of each case.
inline void expect_record(const card_record& of, unsigned threads) {
  SCOPED_TRACE(of.instruction);
  std::vector<std::uint32_t> seen;
  ASSERT_NO_THROW(seen = run_record(of, threads));
  std::size_t different = 0;
  std::ostringstream first;
  for (std::size_t i = 0; i < seen.size(); ++i)
    if (seen[i] != of.after[i] && different++ == 0)
      first << "case " << i / of.outputs / threads << " thread " << i / of.outputs % threads
            << " word " << i % of.outputs << std::hex << ": " << seen[i] << ", not " << of.after[i];
  EXPECT_EQ(different, 0u) << "of " << seen.size() << ": " << first.str();
}

}  // namespace warpmark::simt
