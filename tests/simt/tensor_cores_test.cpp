// Matrix instructions against an H100: the same registers before, the same registers after, bit by
// bit (studies/tensor_core_table.py).

#include <cstring>
#include <sstream>

#include <nlohmann/json.hpp>

#include "base/input_file.hpp"
#include "tests/simt/simt_fixture.hpp"

namespace warpmark::simt {
namespace {

struct record {
  std::string instruction, ptx;
  std::uint32_t cases = 0, inputs = 0, outputs = 0;  ///< Words of one lane.
  std::vector<std::uint32_t> before, after;
};

bool read_all(input::input_file& file, void* to, std::size_t size) {
  auto* at = static_cast<char*>(to);
  while (size > 0) {
    const std::size_t got = file.read({at, size});
    if (got == 0) return false;
    at += got;
    size -= got;
  }
  return true;
}

bool read_record(input::input_file& file, record& to) {
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
  to.before.resize(std::size_t{to.cases} * 32 * to.inputs);
  to.after.resize(std::size_t{to.cases} * 32 * to.outputs);
  return read_all(file, to.before.data(), to.before.size() * 4) &&
         read_all(file, to.after.data(), to.after.size() * 4);
}

std::vector<std::uint32_t> run(const record& of) {
  interpreter machine({.host_threads = 1});
  const auto kernel = machine.load(of.ptx, "k");
  std::vector<std::uint32_t> result(of.after.size());
  const auto from = machine.allocate(of.before.size() * 4),
             to = machine.allocate(result.size() * 4);
  machine.upload(from, std::as_bytes(std::span(of.before)));
  machine.launch_with(kernel, {.grid = {of.cases}, .block = {32}}, from, to);
  machine.synchronize();
  machine.download(std::as_writable_bytes(std::span(result)), to);
  return result;
}

TEST(tensor_cores, give_what_a_card_gives) {
  input::input_file file(WARPMARK_SOURCE_DIR "/docs/results/h100/tensor_cores.bin.gz");
  unsigned records = 0;
  for (record now; read_record(file, now); ++records) {
    SCOPED_TRACE(now.instruction);
    std::vector<std::uint32_t> seen;
    ASSERT_NO_THROW(seen = run(now));
    std::size_t different = 0;
    std::ostringstream first;
    for (std::size_t i = 0; i < seen.size(); ++i)
      if (seen[i] != now.after[i] && different++ == 0)
        first << "case " << i / now.outputs / 32 << " lane " << i / now.outputs % 32 << " word "
              << i % now.outputs << std::hex << ": " << seen[i] << ", not " << now.after[i];
    EXPECT_EQ(different, 0u) << "of " << seen.size() << ": " << first.str();
  }
  EXPECT_EQ(records, 233u);
}

// As sm__ops_path_tensor_src_* of an H100 counts them: a sparse product like a dense one.
TEST(tensor_cores, operations_are_counted_by_the_shape) {
  const auto dense = run_body(
      "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r2, %r3, %r4, "
      "%r5}, {%r6, %r7}, {%f1, %f2, %f3, %f4};");
  EXPECT_EQ(dense["tensor_f16_operations"], 4096u);
  EXPECT_EQ(dense["tensor_instructions"], 1u);
  const auto sparse = run_body(
      "mov.b32 %r8, 0x44444444;\n"
      "mma.sp.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%f1, %f2, %f3, %f4}, {%r2, %r3, %r4, "
      "%r5}, {%r6, %r7, %r6, %r7}, {%f1, %f2, %f3, %f4}, %r8, 0;");
  EXPECT_EQ(sparse["tensor_f16_operations"], 8192u);
}

}  // namespace
}  // namespace warpmark::simt
