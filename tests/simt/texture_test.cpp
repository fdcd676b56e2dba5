#include <array>
#include <cmath>
#include <fstream>
#include <sstream>

#include "simt/memory/texture_sampling.hpp"
#include "tests/simt/simt_fixture.hpp"

// Textures and surfaces: handles, coordinates, filters, bounds, counters.

namespace warpmark::simt {
namespace {

/// A device with one buffer, an object over it, and the words that a kernel leaves in `out`.
class texture_device {
 public:
  explicit texture_device(unsigned host_threads = 1) : machine({.host_threads = host_threads}) {}

  template <class T>
  void fill(texture_description& described, const std::vector<T>& texels) {
    buffer = machine.allocate(texels.size() * sizeof(T));
    machine.upload(buffer, std::as_bytes(std::span(texels)));
    described.address = buffer;
  }

  /// Runs a body in which %rd2 is the handle.
  std::vector<std::uint32_t> run(const texture_description& described, const std::string& body,
                                 std::uint32_t threads = 32) {
    const std::uint64_t handle = machine.create_texture(described);
    return run_with(handle, body, threads);
  }
  std::vector<std::uint32_t> run_with(std::uint64_t handle, const std::string& body,
                                      std::uint32_t threads = 32) {
    std::vector<std::uint32_t> result(1024);
    const auto out = machine.allocate(4096);
    machine.upload(out, std::as_bytes(std::span(result)));
    machine.launch_with(machine.load(kernel_around(body), "k"), {.grid = {1}, .block = {threads}},
                        out, handle);
    machine.synchronize();
    machine.download(std::as_writable_bytes(std::span(result)), out);
    return result;
  }
  float real(const texture_description& described, const std::string& fetch) {
    return std::bit_cast<float>(run(described, fetch + "\nst.global.f32 [%rd1], %f10;")[0]);
  }

  interpreter machine;
  device_pointer buffer = 0;
};

std::string number(float value) {
  char text[16];
  std::snprintf(text, sizeof text, "0f%08x", std::bit_cast<std::uint32_t>(value));
  return text;
}

std::string at_1d(float x) {
  return "mov.f32 %f1, " + number(x) +
         ";\ntex.1d.v4.f32.f32 {%f10, %f11, %f12, %f13}, [%rd2, {%f1}];";
}
std::string at_2d(float x, float y) {
  return "mov.f32 %f1, " + number(x) + ";\nmov.f32 %f2, " + number(y) +
         ";\ntex.2d.v4.f32.f32 {%f10, %f11, %f12, %f13}, [%rd2, {%f1, %f2}];";
}

std::vector<float> ramp(std::size_t count) {
  std::vector<float> values(count);
  for (std::size_t i = 0; i < count; ++i) values[i] = static_cast<float>(10 * i);
  return values;
}

TEST(textures, point_reads_the_texel_that_holds_the_coordinate) {
  texture_device device;
  texture_description one{.width = 4};
  device.fill(one, ramp(4));
  EXPECT_EQ(device.real(one, at_1d(2.0f)), 20);
  EXPECT_EQ(device.real(one, at_1d(2.99f)), 20);
  EXPECT_EQ(device.real(one, at_1d(3.0f)), 30);
}

TEST(textures, linear_filter_has_its_texels_at_halves) {
  texture_device device;
  texture_description one{.width = 4, .linear_filter = true};
  device.fill(one, ramp(4));
  EXPECT_EQ(device.real(one, at_1d(1.5f)), 10);
  EXPECT_EQ(device.real(one, at_1d(2.0f)), 15);
  EXPECT_EQ(device.real(one, at_1d(0.0f)), 0) << "clamped";
  EXPECT_EQ(device.real(one, at_1d(4.0f)), 30) << "clamped";
}

TEST(textures, weights_have_eight_fractional_bits) {
  texture_device device;
  texture_description one{.width = 2, .linear_filter = true};
  device.fill(one, std::vector<float>{0, 256});
  EXPECT_EQ(device.real(one, at_1d(0.5f + 37 / 256.0f)), 37);
  EXPECT_EQ(device.real(one, at_1d(0.5f + 37.4f / 256.0f)), 37);
  EXPECT_EQ(device.real(one, at_1d(0.5f + 37.6f / 256.0f)), 38);
}

TEST(textures, addressing_outside) {
  texture_device device;
  texture_description one{.width = 4, .normalized_coordinates = true};
  device.fill(one, ramp(4));
  const auto read = [&](texture_address addressing, float u) {
    one.addressing = addressing;
    return device.real(one, at_1d(u));
  };
  EXPECT_EQ(read(texture_address::clamp, -0.1f), 0);
  EXPECT_EQ(read(texture_address::clamp, 1.1f), 30);
  EXPECT_EQ(read(texture_address::border, 1.1f), 0);
  EXPECT_EQ(read(texture_address::border, 0.9f), 30);
  EXPECT_EQ(read(texture_address::wrap, 1.3f), 10);
  EXPECT_EQ(read(texture_address::wrap, -0.1f), 30);
  EXPECT_EQ(read(texture_address::mirror, 1.3f), 20);
  EXPECT_EQ(read(texture_address::mirror, -0.3f), 10);
  one.normalized_coordinates = false;
  EXPECT_EQ(read(texture_address::wrap, 5.0f), 30) << "clamped without normalised coordinates";
}

TEST(textures, linear_filter_across_the_border) {
  texture_device device;
  texture_description one{.width = 4, .linear_filter = true, .normalized_coordinates = true};
  device.fill(one, ramp(4));
  const auto read = [&](texture_address addressing) {
    one.addressing = addressing;
    return device.real(one, at_1d(0));
  };
  EXPECT_EQ(read(texture_address::clamp), 0);
  EXPECT_EQ(read(texture_address::wrap), 15);
  EXPECT_EQ(read(texture_address::mirror), 0);
  one.addressing = texture_address::border;
  EXPECT_EQ(device.real(one, at_1d(1)), 7.5f) << "half of it from a row outside";
}

/// The lines of a table that an H100 filled in, without the head.
std::vector<std::vector<std::string>> card_table(const std::string& name) {
  std::ifstream from(WARPMARK_SOURCE_DIR "/docs/results/h100/" + name);
  std::vector<std::vector<std::string>> rows;
  std::string line;
  while (std::getline(from, line)) {
    std::vector<std::string>& row = rows.emplace_back();
    std::stringstream cells(line);
    for (std::string cell; std::getline(cells, cell, ',');) row.push_back(cell);
  }
  if (!rows.empty()) rows.erase(rows.begin());
  return rows;
}

TEST(texture_tables, weights_of_a_sweep_are_those_of_the_card) {
  const auto rows = card_table("texture_weights.csv");
  ASSERT_GT(rows.size(), 1000u);
  for (std::size_t r = 0; r < rows.size(); ++r) {
    const bool normalized = rows[r][0] == "1";
    const int first = std::stoi(rows[r][1]);
    const bool last = r + 1 == rows.size() || rows[r + 1][0] != rows[r][0];
    const int end = last ? 1 << 14 : std::stoi(rows[r + 1][1]);
    for (const int step : {first, end - 1}) {
      auto x = static_cast<float>(0.5 + step / 8192.0);
      if (normalized) x /= 3.0f;
      texture_description texture{.width = 3, .linear_filter = true};
      texture.normalized_coordinates = normalized;
      double sum = 0;
      const texel_footprint found = texels_at(texture, {.at = {x, 0, 0}});
      for (unsigned i = 0; i < found.count; ++i)
        sum += found.texels[i].weight * static_cast<double>(found.texels[i].offset / 4);
      EXPECT_EQ(sum * 256, std::stod(rows[r][2])) << x;
    }
  }
}

// In one line the card's sum is one unit in the last place off.
TEST(texture_tables, products_of_weights_are_rounded_as_on_the_card) {
  const auto rows = card_table("texture_bilinear.csv");
  ASSERT_GT(rows.size(), 40u);
  int differing = 0;
  for (const auto& row : rows) {
    std::vector<std::uint32_t> square;
    for (int i = 2; i < 6; ++i)
      square.push_back(static_cast<std::uint32_t>(std::stoul(row[i], nullptr, 16)));
    texture_device device;
    texture_description two{.dimensions = 2, .width = 2, .height = 2, .linear_filter = true};
    device.fill(two, square);
    const float value =
        device.real(two, at_2d(0.5f + std::stof(row[0]) / 256, 0.5f + std::stof(row[1]) / 256));
    const auto bits = std::bit_cast<std::uint32_t>(value);
    const auto expected = static_cast<std::uint32_t>(std::stoul(row[6], nullptr, 16));
    EXPECT_LE(std::max(bits, expected) - std::min(bits, expected), 1u);
    differing += bits != expected;
  }
  EXPECT_LE(differing, 1);
}

TEST(textures, integer_coordinates_outside_read_zero) {
  texture_device device;
  texture_description one{.width = 4};
  device.fill(one, std::vector<float>{5, 6, 7, 8});
  EXPECT_EQ(device.real(one, "tex.1d.v4.f32.s32 {%f10, %f11, %f12, %f13}, [%rd2, {4}];"), 0);
  EXPECT_EQ(device.real(one, "tex.1d.v4.f32.s32 {%f10, %f11, %f12, %f13}, [%rd2, {3}];"), 8);
}

TEST(textures, two_dimensions_filter_four_texels) {
  texture_device device;
  texture_description two{.dimensions = 2, .width = 4, .height = 2, .linear_filter = true};
  device.fill(two, ramp(8));
  EXPECT_EQ(device.real(two, at_2d(1.5f, 0.5f)), 10);
  EXPECT_EQ(device.real(two, at_2d(1.5f, 1.5f)), 50);
  EXPECT_EQ(device.real(two, at_2d(2.0f, 1.0f)), (10 + 20 + 50 + 60) / 4);
}

TEST(textures, three_dimensions_and_layers) {
  texture_device device;
  texture_description three{.dimensions = 3, .width = 2, .height = 2, .depth = 2};
  device.fill(three, ramp(8));
  EXPECT_EQ(device.real(three,
                        "mov.f32 %f1, 0f3f800000;\ntex.3d.v4.f32.f32 {%f10, %f11, %f12, "
                        "%f13}, [%rd2, {%f1, 0f00000000, %f1, %f1}];"),
            50);
  texture_description layered{.dimensions = 2, .width = 2, .height = 2, .layers = 2};
  layered.address = three.address;
  const auto layer = [&](int index) {
    return device.real(layered,
                       "mov.f32 %f1, 0f3f800000;\ntex.a2d.v4.f32.f32 {%f10, %f11, %f12, "
                       "%f13}, [%rd2, {" +
                           std::to_string(index) + ", %f1, 0f00000000, %f1}];");
  };
  EXPECT_EQ(layer(0), 10);
  EXPECT_EQ(layer(1), 50);
  EXPECT_EQ(layer(7), 50) << "the last one";
  EXPECT_EQ(layer(-1), 50) << "the last one";
}

TEST(textures, faces_of_a_cube) {
  texture_device device;
  texture_description cube{.dimensions = 2, .width = 1, .height = 1, .layers = 6, .cube = true};
  cube.normalized_coordinates = true;
  device.fill(cube, ramp(6));
  const std::array<std::array<float, 3>, 6> directions{
      {{1, .1f, .1f}, {-1, 0, .1f}, {0, 1, .1f}, {.1f, -1, 0}, {0, .1f, 1}, {.1f, 0, -1}}};
  for (unsigned face = 0; face < 6; ++face) {
    const auto [x, y, z] = directions[face];
    EXPECT_EQ(
        device.real(cube, "tex.cube.v4.f32.f32 {%f10, %f11, %f12, %f13}, [%rd2, {" + number(x) +
                              ", " + number(y) + ", " + number(z) + ", " + number(z) + "}];"),
        10 * face);
  }
}

TEST(textures, integers_keep_their_sign_or_become_fractions) {
  texture_device device;
  texture_description bytes{.width = 4, .format = texel_format::s8};
  device.fill(bytes, std::vector<std::int8_t>{-128, -1, 0, 127});
  EXPECT_EQ(device.run(bytes,
                       "tex.1d.v4.s32.s32 {%r10, %r11, %r12, %r13}, [%rd2, {1}];\n"
                       "st.global.u32 [%rd1], %r10;")[0],
            ~0u);
  bytes.normalized_read = true;
  EXPECT_EQ(device.real(bytes, at_1d(0)), -1);
  EXPECT_EQ(device.real(bytes, at_1d(3)), 1);
  EXPECT_EQ(device.real(bytes, at_1d(1)), -1 / 127.0f);
  bytes.format = texel_format::u8;
  EXPECT_EQ(device.real(bytes, at_1d(0)), static_cast<float>(128 / 255.0));
}

TEST(textures, channels_and_halves) {
  texture_device device;
  texture_description pairs{.width = 2, .format = texel_format::f16, .channels = 2};
  device.fill(pairs, std::vector<std::uint16_t>{0x3c00, 0x4000, 0x4200, 0x4400});
  const auto out = device.run(pairs, at_1d(1) +
                                         "\nst.global.f32 [%rd1], %f10;\nst.global.f32 [%rd1+4], "
                                         "%f11;\nst.global.f32 [%rd1+8], %f12;");
  EXPECT_EQ(std::bit_cast<float>(out[0]), 3);
  EXPECT_EQ(std::bit_cast<float>(out[1]), 4);
  EXPECT_EQ(out[2], 0u);
}

TEST(textures, linear_memory_reads_zero_outside) {
  texture_device device;
  texture_description one{.width = 4, .memory = texture_memory::linear};
  device.fill(one, ramp(4));
  const auto fetch = [&](int index) {
    return device.real(one, "tex.1d.v4.f32.s32 {%f10, %f11, %f12, %f13}, [%rd2, {" +
                                std::to_string(index) + "}];");
  };
  EXPECT_EQ(fetch(3), 30);
  EXPECT_EQ(fetch(4), 0);
  EXPECT_EQ(fetch(-1), 0);
}

TEST(textures, gather_goes_round_the_square) {
  texture_device device;
  texture_description two{.dimensions = 2, .width = 2, .height = 2};
  device.fill(two, ramp(4));
  const auto out = device.run(
      two,
      "tld4.r.2d.v4.f32.f32 {%f10, %f11, %f12, %f13}, [%rd2, {0f3f800000, 0f3f800000}];\n"
      "st.global.f32 [%rd1], %f10;\nst.global.f32 [%rd1+4], %f11;\n"
      "st.global.f32 [%rd1+8], %f12;\nst.global.f32 [%rd1+12], %f13;");
  const float expected[] = {20, 30, 10, 0};
  for (unsigned i = 0; i < 4; ++i) EXPECT_EQ(std::bit_cast<float>(out[i]), expected[i]);
}

TEST(textures, queries) {
  texture_device device;
  texture_description two{.dimensions = 2, .width = 5, .height = 3};
  device.fill(two, ramp(15));
  const auto out = device.run(two,
                              "txq.width.b32 %r10, [%rd2];\ntxq.height.b32 %r11, [%rd2];\n"
                              "st.global.u32 [%rd1], %r10;\nst.global.u32 [%rd1+4], %r11;");
  EXPECT_EQ(out[0], 5u);
  EXPECT_EQ(out[1], 3u);
}

TEST(textures, requests_and_sectors_are_counted) {
  texture_device device;
  texture_description one{.width = 64};
  device.fill(one, ramp(64));
  device.run(one, "tex.1d.v4.f32.s32 {%f10, %f11, %f12, %f13}, [%rd2, {%r1}];");
  auto seen = device.machine.take_counters().named();
  EXPECT_EQ(seen["texture_requests"], 1u);
  EXPECT_EQ(seen["texture_sectors"], 4u);
  EXPECT_EQ(seen["global_load_requests"], 0u);
  EXPECT_EQ(seen["global_load_unique_bytes"], 128u);
  one.linear_filter = true;
  device.run(one,
             "cvt.rn.f32.u32 %f1, %r1;\nadd.f32 %f1, %f1, 0f3f800000;\n"
             "tex.1d.v4.f32.f32 {%f10, %f11, %f12, %f13}, [%rd2, {%f1}];");
  seen = device.machine.take_counters().named();
  EXPECT_EQ(seen["texture_requests"], 1u);
  EXPECT_EQ(seen["texture_sectors"], 5u);
}

TEST(textures, unwritten_texels_are_found) {
  texture_device device;
  texture_description one{.width = 4};
  one.address = device.machine.allocate(16);
  device.real(one, at_1d(1));
  ASSERT_EQ(device.machine.findings().size(), 1u);
  EXPECT_EQ(device.machine.findings()[0].kind, "uninitialised_read");
}

template <class F>
std::string error_of(F&& f) {
  try {
    f();
  } catch (const device_error& error) {
    return error.what();
  }
  return "";
}

TEST(textures, bad_handles_and_geometries_name_the_place) {
  texture_device device;
  texture_description one{.width = 4};
  device.fill(one, ramp(4));
  const auto bad = error_of([&] { device.run_with(5, at_1d(1)); });
  EXPECT_NE(bad.find("0x5 is no texture object"), std::string::npos) << bad;
  EXPECT_NE(bad.find("thread (0, 0, 0), at"), std::string::npos) << bad;
  const auto flat = error_of([&] { device.run(one, at_2d(1, 1)); });
  EXPECT_NE(flat.find("the object is a 1D texture, the instruction reads a 2D texture"),
            std::string::npos)
      << flat;
}

texture_description surface_of(texture_device& device) {
  texture_description two{.dimensions = 2, .width = 4, .height = 2, .surface = true};
  device.fill(two, ramp(8));
  return two;
}

TEST(surfaces, first_coordinate_is_in_bytes) {
  texture_device device;
  const texture_description two = surface_of(device);
  EXPECT_EQ(device.real(two, "suld.b.2d.b32.trap {%r10}, [%rd2, {8, 1}];\nmov.b32 %f10, %r10;"),
            60);
  device.run(two,
             "mov.u32 %r2, 7;\nsetp.eq.u32 %p1, %r1, 0;\n"
             "@%p1 sust.b.2d.b32.trap [%rd2, {12, 1}], {%r2};");
  std::vector<std::uint32_t> now(8);
  device.machine.download(std::as_writable_bytes(std::span(now)), device.buffer);
  EXPECT_EQ(now[7], 7u);
  EXPECT_EQ(now[6], std::bit_cast<std::uint32_t>(60.0f));
}

TEST(surfaces, vectors_and_narrow_values) {
  texture_device device;
  const texture_description two = surface_of(device);
  const auto out = device.run(two,
                              "suld.b.2d.v2.b32.trap {%r10, %r11}, [%rd2, {8, 0}];\n"
                              "suld.b.2d.b8.trap {%rs1}, [%rd2, {7, 0}];\ncvt.u32.u16 %r12, %rs1;\n"
                              "st.global.u32 [%rd1], %r10;\nst.global.u32 [%rd1+4], %r11;\n"
                              "st.global.u32 [%rd1+8], %r12;");
  EXPECT_EQ(std::bit_cast<float>(out[0]), 20);
  EXPECT_EQ(std::bit_cast<float>(out[1]), 30);
  EXPECT_EQ(out[2], std::bit_cast<std::uint32_t>(10.0f) >> 24);
}

TEST(surfaces, outside_traps_clamps_or_reads_zero) {
  texture_device device;
  const texture_description two = surface_of(device);
  const auto read = [&](const std::string& mode, const std::string& at) {
    return device.real(
        two, "suld.b.2d.b32." + mode + " {%r10}, [%rd2, {" + at + "}];\nmov.b32 %f10, %r10;");
  };
  EXPECT_EQ(read("clamp", "16, 0"), 30);
  EXPECT_EQ(read("clamp", "-4, 5"), 40);
  EXPECT_EQ(read("zero", "16, 0"), 0);
  EXPECT_EQ(read("zero", "12, 0"), 30);
  const auto error = error_of([&] { read("trap", "16, 0"); });
  EXPECT_NE(error.find("4 bytes of a surface at byte 16 of row 0, slice 0, outside its 16 bytes x "
                       "2 rows x 1 slices"),
            std::string::npos)
      << error;
}

TEST(surfaces, reductions_are_atomic) {
  texture_device device;
  texture_description two{
      .dimensions = 2, .width = 4, .height = 2, .format = texel_format::u32, .surface = true};
  device.fill(two, std::vector<std::uint32_t>(8, 5));
  device.run(two, "mov.u32 %r2, 1;\nsured.b.add.2d.u32.trap [%rd2, {4, 1}], %r2;");
  std::vector<std::uint32_t> now(8);
  device.machine.download(std::as_writable_bytes(std::span(now)), device.buffer);
  EXPECT_EQ(now[5], 37u);
  EXPECT_EQ(device.machine.take_counters().named()["surface_atomic_requests"], 1u);
  EXPECT_TRUE(device.machine.findings().empty());
}

TEST(surfaces, conflicting_stores_are_found) {
  texture_device device;
  const texture_description two = surface_of(device);
  device.run(two, "sust.b.2d.b32.trap [%rd2, {4, 1}], {%r1};", 64);
  EXPECT_FALSE(device.machine.findings().empty());
  EXPECT_EQ(device.machine.take_counters().named()["surface_store_requests"], 2u);
}

TEST(textures, names_and_offsets_are_refused) {
  texture_device device;
  EXPECT_THROW(device.machine.load(kernel_around("tex.1d.v4.f32.f32 {%f10, %f11, %f12, %f13}, "
                                                 "[named, {%f1}];"),
                                   "k"),
               device_error);
  EXPECT_THROW(device.machine.load(kernel_around("tex.2d.v4.f32.f32 {%f10, %f11, %f12, %f13}, "
                                                 "[%rd2, {%f1, %f2}], {%r1, %r2};"),
                                   "k"),
               unsupported_instruction);
}

}  // namespace
}  // namespace warpmark::simt
