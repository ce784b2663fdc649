// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {EscrowRegistry} from "../contracts/EscrowRegistry.sol";
import {EscrowTerms, VaultState} from "../contracts/EscrowTypes.sol";
import {EscrowVault} from "../contracts/EscrowVault.sol";
import {IEscrowRegistry} from "../contracts/IEscrowRegistry.sol";
import {AnsweringWallet, PlainDelegate, Wallet1271} from "./support/Accounts.sol";
import {EscrowTest} from "./support/EscrowTest.sol";
import {VaultCalls} from "./support/VaultCalls.sol";

/// @dev Signatures that are replayed, altered, made for another purpose, expired, or made by contracts.
contract AttacksOnSignaturesTest is EscrowTest {
    using VaultCalls for EscrowVault;

    uint256 private constant ORDER = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;

    function testFuzz_attack_everyFieldOfTheTermsIsSigned(uint8 field, uint256 value) public {
        EscrowTerms memory terms = _terms();
        _approve(type(uint256).max);
        bytes memory signature = _sign(CREATOR_KEY, _createHash(terms, NOW + HOUR));
        EscrowTerms memory changed = _terms();
        if (field % 5 == 0) changed.recipient = address(uint160(value));
        if (field % 5 == 1) changed.hopBridge = address(bridge);
        if (field % 5 == 2) changed.amount = uint128(value);
        if (field % 5 == 3) changed.cancelAfter = uint40(NOW + 60 + value % (30 days - 60));
        if (field % 5 == 4) changed.commitmentHash = bytes32(value);
        vm.assume(keccak256(abi.encode(changed)) != keccak256(abi.encode(terms)));
        vm.assume(changed.recipient != address(0) && changed.recipient != CREATOR && changed.amount != 0);
        vm.assume(changed.commitmentHash != 0);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        registry.createEscrowSigned(changed, NOW + HOUR, signature);
    }

    function test_attack_deadlineIsSigned() public {
        EscrowTerms memory terms = _terms();
        _approve(AMOUNT);
        bytes memory signature = _sign(CREATOR_KEY, _createHash(terms, NOW - 1));
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        registry.createEscrowSigned(terms, NOW + HOUR, signature);
    }

    function test_attack_authorizationIsUsedTwice() public {
        EscrowTerms memory terms = _terms();
        _approve(type(uint256).max);
        bytes memory signature = _sign(CREATOR_KEY, _createHash(terms, NOW + HOUR));
        EscrowVault vault = _known(terms, registry.createEscrowSigned(terms, NOW + HOUR, signature));
        bytes memory again = abi.encodeWithSelector(IEscrowRegistry.AlreadyCreated.selector, address(vault));
        vm.expectRevert(again);
        registry.createEscrowSigned(terms, NOW + HOUR, signature);
        vault.claim(SECRET);
        vm.expectRevert(again);
        registry.createEscrowSigned(terms, NOW + HOUR, signature);
    }

    function test_attack_authorizationIsUsedAfterARecovery() public {
        EscrowTerms memory terms = _terms();
        _approve(type(uint256).max);
        bytes memory signature = _sign(CREATOR_KEY, _createHash(terms, NOW + HOUR));
        vm.prank(CREATOR);
        registry.recoverPrefund(terms, terms.creator);
        vm.expectRevert(abi.encodeWithSelector(IEscrowRegistry.AlreadyCreated.selector, registry.vaultAddress(terms)));
        registry.createEscrowSigned(terms, NOW + HOUR, signature);
    }

    function test_attack_revokedAuthorizationWithAPermit() public {
        EscrowTerms memory terms = _terms();
        Permit memory p = _permit(AMOUNT);
        bytes memory signature = _sign(CREATOR_KEY, _createHash(terms, NOW + HOUR));
        vm.prank(CREATOR);
        registry.recoverPrefund(terms, terms.creator);
        vm.expectRevert(abi.encodeWithSelector(IEscrowRegistry.AlreadyCreated.selector, registry.vaultAddress(terms)));
        registry.createEscrowPermit(terms, NOW + HOUR, p.v, p.r, p.s, NOW + HOUR, signature);
        EscrowTerms memory other = _terms();
        other.commitmentHash = keccak256("another");
        signature = _sign(CREATOR_KEY, _createHash(other, NOW + HOUR));
        registry.createEscrowPermit(other, NOW + HOUR, p.v, p.r, p.s, NOW + HOUR, signature);
    }

    function test_attack_consentsExpire() public {
        EscrowVault vault = _open(_terms());
        bytes memory claimTo = _sign(RECIPIENT_KEY, _payeeHash(CLAIM_TO_TYPEHASH, vault, ELSEWHERE, NOW));
        bytes memory cancelTo = _sign(CREATOR_KEY, _payeeHash(CANCEL_TO_TYPEHASH, vault, ELSEWHERE, NOW + HOUR));
        bytes memory consent = _sign(RECIPIENT_KEY, _consentHash(vault, NOW));
        vm.warp(NOW + 1);
        vm.expectRevert(IEscrowRegistry.SignatureExpired.selector);
        vault.claimTo(SECRET, ELSEWHERE, NOW, claimTo);
        vm.expectRevert(IEscrowRegistry.SignatureExpired.selector);
        vault.cancelWithConsent(NOW, consent);
        vm.warp(NOW + HOUR + 1);
        vm.expectRevert(IEscrowRegistry.SignatureExpired.selector);
        vault.cancelTo(ELSEWHERE, NOW + HOUR, cancelTo);
    }

    function test_attack_consentsOnAnotherChain() public {
        EscrowVault vault = _open(_terms());
        bytes memory claimTo = _sign(RECIPIENT_KEY, _payeeHash(CLAIM_TO_TYPEHASH, vault, ELSEWHERE, NOW + HOUR));
        bytes memory cancelTo = _sign(CREATOR_KEY, _payeeHash(CANCEL_TO_TYPEHASH, vault, ELSEWHERE, NOW + HOUR));
        bytes memory consent = _sign(RECIPIENT_KEY, _consentHash(vault, NOW + HOUR));
        EscrowVault hop = _open(_hopTerms());
        bytes memory route = _sign(RECIPIENT_KEY, _hopHash(hop, _route()));
        vm.chainId(4242);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.claimTo(SECRET, ELSEWHERE, NOW + HOUR, claimTo);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.cancelWithConsent(NOW + HOUR, consent);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        hop.claimHop(SECRET, _route(), route);
        vm.warp(NOW + HOUR);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.cancelTo(ELSEWHERE, NOW + HOUR, cancelTo);
    }

    function test_attack_consentsInAnotherRegistrysDomain() public {
        EscrowVault vault = _open(_terms());
        bytes32 other = new EscrowRegistry().domainSeparator();
        bytes32 structHash = _payeeHash(CLAIM_TO_TYPEHASH, vault, ELSEWHERE, NOW + HOUR);
        bytes memory signature = _signDigest(RECIPIENT_KEY, _digestIn(other, structHash));
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.claimTo(SECRET, ELSEWHERE, NOW + HOUR, signature);
    }

    function test_attack_consentsForAnotherVaultOrPayee() public {
        EscrowVault vault = _open(_terms());
        EscrowTerms memory terms = _terms();
        terms.amount += 1;
        EscrowVault other = _open(terms);
        bytes memory claimTo = _sign(RECIPIENT_KEY, _payeeHash(CLAIM_TO_TYPEHASH, vault, ELSEWHERE, NOW + HOUR));
        bytes memory cancelTo = _sign(CREATOR_KEY, _payeeHash(CANCEL_TO_TYPEHASH, vault, ELSEWHERE, NOW + HOUR));
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        other.claimTo(SECRET, ELSEWHERE, NOW + HOUR, claimTo);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.claimTo(SECRET, STRANGER, NOW + HOUR, claimTo);
        vm.warp(NOW + HOUR);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        other.cancelTo(ELSEWHERE, NOW + HOUR, cancelTo);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.cancelTo(STRANGER, NOW + HOUR, cancelTo);
    }

    function test_attack_consentOfAnotherKind() public {
        EscrowVault vault = _open(_terms());
        bytes memory byRecipient = _sign(RECIPIENT_KEY, _payeeHash(CANCEL_TO_TYPEHASH, vault, ELSEWHERE, NOW + HOUR));
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.claimTo(SECRET, ELSEWHERE, NOW + HOUR, byRecipient);
        bytes memory byCreator = _sign(CREATOR_KEY, _payeeHash(CLAIM_TO_TYPEHASH, vault, ELSEWHERE, NOW + HOUR));
        vm.warp(NOW + HOUR);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.cancelTo(ELSEWHERE, NOW + HOUR, byCreator);
    }

    function test_attack_cancelToByTheRecipient() public {
        EscrowVault vault = _open(_terms());
        vm.warp(NOW + HOUR);
        vm.prank(RECIPIENT);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.cancelTo(RECIPIENT, NOW + HOUR, "");
        bytes memory signature = _sign(RECIPIENT_KEY, _payeeHash(CANCEL_TO_TYPEHASH, vault, RECIPIENT, NOW + HOUR));
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.cancelTo(RECIPIENT, NOW + HOUR, signature);
    }

    function test_attack_malleableConsent() public {
        EscrowVault vault = _open(_terms());
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(RECIPIENT_KEY, _digest(_consentHash(vault, NOW + HOUR)));
        bytes memory twin = abi.encodePacked(r, bytes32(ORDER - uint256(s)), v == 27 ? uint8(28) : uint8(27));
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.cancelWithConsent(NOW + HOUR, twin);
        vault.cancelWithConsent(NOW + HOUR, abi.encodePacked(r, s, v));
    }

    function test_attack_signatureOfAnotherLength() public {
        EscrowTerms memory terms = _terms();
        _approve(AMOUNT);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(CREATOR_KEY, _digest(_createHash(terms, NOW + HOUR)));
        bytes[5] memory signatures = [
            bytes(""),
            hex"00",
            abi.encodePacked(r, s, v, uint8(0)),
            abi.encodePacked(r, s, v - 27),
            abi.encode(v, r, s)
        ];
        for (uint256 i = 0; i < signatures.length; ++i) {
            vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
            registry.createEscrowSigned(terms, NOW + HOUR, signatures[i]);
        }
    }

    function test_shortSignature_eip2098() public {
        EscrowTerms memory terms = _terms();
        _approve(AMOUNT);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(CREATOR_KEY, _digest(_createHash(terms, NOW + HOUR)));
        bytes memory short = abi.encodePacked(r, bytes32(uint256(s) | (uint256(v - 27) << 255)));
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        registry.createEscrowSigned(terms, NOW + HOUR, abi.encodePacked(bytes32(uint256(r) ^ 1), bytes32(uint256(s))));
        vm.assertTrue(_isVault(registry.createEscrowSigned(terms, NOW + HOUR, short)), "created");
    }

    /// @dev This refusal is documented. An ERC-6492 signature names a call that deploys the wallet, and a contract that
    ///      holds allowances must not make calls that others choose. Such a wallet has to be deployed first.
    function test_refused_eip6492SignatureOfAWalletThatIsNotThereYet() public {
        EscrowTerms memory terms = _terms();
        terms.creator = address(0x6492);
        bytes memory inner = _sign(CREATOR_KEY, _createHash(terms, NOW + HOUR));
        bytes memory wrapped = abi.encodePacked(
            abi.encode(address(token), abi.encodeCall(token.mint, (STRANGER, 1)), inner),
            bytes32(0x6492649264926492649264926492649264926492649264926492649264926492)
        );
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        registry.createEscrowSigned(terms, NOW + HOUR, wrapped);
        vm.assertEq(_balance(STRANGER), 0, "nothing was called");
    }

    function test_attack_personalMessageInsteadOfTypedData() public {
        EscrowTerms memory terms = _terms();
        _approve(AMOUNT);
        bytes32 digest = _digest(_createHash(terms, NOW + HOUR));
        bytes32 personal = keccak256(abi.encodePacked("\x19Ethereum Signed Message:\n32", digest));
        bytes memory signature = _signDigest(CREATOR_KEY, personal);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        registry.createEscrowSigned(terms, NOW + HOUR, signature);
    }

    function testFuzz_attack_nobodySignsForTheZeroAddress(bytes32 hash, bytes calldata signature) public view {
        vm.assertFalse(registry.isSignedBy(address(0), hash, signature), "zero address");
    }

    function test_attack_wallet1271Refuses() public {
        EscrowTerms memory terms = _walletTerms(address(new Wallet1271(CREATOR)));
        bytes memory signature = _sign(STRANGER_KEY, _createHash(terms, NOW + HOUR));
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        registry.createEscrowSigned(terms, NOW + HOUR, signature);
    }

    function test_attack_wallet1271Reverts() public {
        _refusesAWalletThatAnswers("", true);
    }

    function test_attack_wallet1271AnswersSomethingElse() public {
        _refusesAWalletThatAnswers("", false);
        _refusesAWalletThatAnswers(hex"1626ba7e", false);
        _refusesAWalletThatAnswers(abi.encode(true), false);
        _refusesAWalletThatAnswers(abi.encode(bytes4(0xffffffff)), false);
    }

    function test_attack_wallet1271IsNotLockedOut() public {
        Wallet1271 wallet = new Wallet1271(RECIPIENT);
        EscrowTerms memory terms = _terms();
        terms.recipient = address(wallet);
        EscrowVault vault = _open(terms);
        bytes memory signature = _sign(RECIPIENT_KEY, _payeeHash(CLAIM_TO_TYPEHASH, vault, ELSEWHERE, NOW + HOUR));
        vault.claimTo(SECRET, ELSEWHERE, NOW + HOUR, signature);
        vm.assertEq(_balance(ELSEWHERE), AMOUNT, "paid");
    }

    function test_attack_delegatedAccountWithoutIsValidSignature() public {
        EscrowVault vault = _open(_terms());
        vm.etch(RECIPIENT, address(new PlainDelegate()).code);
        bytes memory signature = _sign(RECIPIENT_KEY, _payeeHash(CLAIM_TO_TYPEHASH, vault, ELSEWHERE, NOW + HOUR));
        bytes memory foreign = _sign(STRANGER_KEY, _payeeHash(CLAIM_TO_TYPEHASH, vault, ELSEWHERE, NOW + HOUR));
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.claimTo(SECRET, ELSEWHERE, NOW + HOUR, foreign);
        vault.claimTo(SECRET, ELSEWHERE, NOW + HOUR, signature);
        _assertState(vault, VaultState.Claimed);
    }

    function test_attack_delegatedAccountWithIsValidSignature() public {
        uint256 sessionKey = 0x5E55;
        EscrowVault vault = _open(_terms());
        vm.etch(RECIPIENT, address(new Wallet1271(vm.addr(sessionKey))).code);
        bytes32 structHash = _payeeHash(CLAIM_TO_TYPEHASH, vault, ELSEWHERE, NOW + HOUR);
        bytes memory foreign = _sign(STRANGER_KEY, structHash);
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        vault.claimTo(SECRET, ELSEWHERE, NOW + HOUR, foreign);
        bytes memory byDelegate = _sign(sessionKey, structHash);
        vault.claimTo(SECRET, ELSEWHERE, NOW + HOUR, byDelegate);
        _assertState(vault, VaultState.Claimed);
    }

    function _refusesAWalletThatAnswers(bytes memory answer, bool isReverting) private {
        EscrowTerms memory terms = _walletTerms(address(new AnsweringWallet(answer, isReverting)));
        bytes memory signature = _sign(CREATOR_KEY, _createHash(terms, NOW + HOUR));
        vm.expectRevert(IEscrowRegistry.InvalidSignature.selector);
        registry.createEscrowSigned(terms, NOW + HOUR, signature);
    }

    function _walletTerms(address wallet) private returns (EscrowTerms memory terms) {
        terms = _terms();
        terms.creator = wallet;
        token.mint(wallet, AMOUNT);
        vm.prank(wallet);
        token.approve(address(registry), AMOUNT);
    }
}
